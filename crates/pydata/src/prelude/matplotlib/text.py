"""`matplotlib.text`: texts."""

from matplotlib.artist import Text

Annotation = Text
