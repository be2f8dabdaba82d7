"""`pandas.io.json`: tables as JSON."""

from pandas._json import read_json, to_json
