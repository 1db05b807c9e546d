"""Who judges: state comparison and benchmark evaluation."""
