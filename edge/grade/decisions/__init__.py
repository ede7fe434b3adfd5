"""What a person decides goes back in: a sheet to fill, a record that keeps it, grades that take it over."""
