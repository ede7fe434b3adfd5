"""Messages as they come: e-mails, mailboxes, notes and JSON, read into `Message` records."""
