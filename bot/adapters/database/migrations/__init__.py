"""How a database of an older version becomes one of today. Never edit a step that was released."""
