"""`matplotlib.lines`: lines for add_line and legends."""

from matplotlib.artist import Line2D
