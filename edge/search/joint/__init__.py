"""Several knowledge bases searched as one."""
