"""The folder of what pickles of arrays name."""
