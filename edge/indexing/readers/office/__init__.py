"""Word, PowerPoint, OpenDocument and spreadsheets: the final version as its reader sees it."""
