"""The tools that rulesets offer: one file, one tool."""
