"""The specification of what stands in data/."""
