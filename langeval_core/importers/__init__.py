"""Files to nouns, with row-level complaints."""
