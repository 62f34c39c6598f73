"""The nouns of rules: what stands on a sheet, what a creature is, what lies in an area, what a book says."""
