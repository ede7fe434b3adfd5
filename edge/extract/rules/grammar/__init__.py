"""What people say told by its form: patterns by what is said, and `forms`, which looks for all of them."""
