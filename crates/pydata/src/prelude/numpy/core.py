"""The package that pickles of arrays refer to."""
