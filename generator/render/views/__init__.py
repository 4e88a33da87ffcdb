"""Records in, what a template prints out: values that are derived, ordered or counted, so that templates only print."""
