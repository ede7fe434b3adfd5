"""`edge memory` and the commands below it."""
