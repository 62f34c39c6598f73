"""What can be gone on with, one file each."""
