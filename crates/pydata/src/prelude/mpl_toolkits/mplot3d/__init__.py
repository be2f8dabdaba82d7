"""`mpl_toolkits.mplot3d`: axes in space."""

from mpl_toolkits.mplot3d.axes3d import Axes3D

__all__ = ["Axes3D"]
