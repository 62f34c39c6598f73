"""Discord in, engine call, Discord out: no rules, no SQL, no prompts."""
