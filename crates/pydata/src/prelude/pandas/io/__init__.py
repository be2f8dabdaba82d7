"""`pandas.io`: tables from files and to files."""

from pandas.io import json
