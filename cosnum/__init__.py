"""cosnum: cosine similarity, block by block, at memory speed and with error bounds."""
