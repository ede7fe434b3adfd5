"""What people say told by its form: a file of patterns for each kind of cue, and `find`, which looks for all.

Patterns read folded words between blanks, without commas: an apostrophe is a blank here, and "a" may be "à".
"""
