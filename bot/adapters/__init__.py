"""The outside world, one file a thing; each satisfies a protocol of engine.ports."""
