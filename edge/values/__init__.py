"""Values that rules can read from French and English text, without a model: dates and times, amounts,
telephone numbers, registered identifiers, addresses.

Each `find_*` takes a text and gives its values in order, with exact spans (`text[start:end]`, code points)
that never overlap. None of them guesses: what could be a value or could not is left out.
"""
