"""`mpl_toolkits`: axes in space, in `mplot3d`."""
