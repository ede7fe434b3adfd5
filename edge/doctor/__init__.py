"""What `edge doctor` looks at: a file for each kind of thing that can be amiss."""
