"""The test runner: finds tests, runs each in a process of its own, and reports."""
