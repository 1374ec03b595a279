"""Machine-checked statements about cosine similarity."""
