"""Stand-ins for the outside world, each under the same contract as the real one."""
