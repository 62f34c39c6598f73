"""Specifications; they mirror the source."""
