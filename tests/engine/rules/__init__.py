"""Tests of the rules of a dungeon crawl, on a crawl of their own."""
