"""What was found in messages, written into files of the user's: a calendar, a task list, notes."""
