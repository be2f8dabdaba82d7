"""What __getitem__, __setitem__ and __delitem__ receive."""
class Grid:
    def __getitem__(self, key):
        return key

    def __setitem__(self, key, value):
        print("set", key, value)

    def __delitem__(self, key):
        print("del", key)


g = Grid()
print(g[1], g[1:2], g[1, 2], g[1:2, ::3], g[...], g[..., 0], g["k"], g[()], g[(1,)], g[1:2,], g[-1, None], g[*[1, 2], 3])
g[1:2] = 5
g[0, ...] = 6
del g[::2]
del g[1], g["x", 2]
g[0] = g[1] = 9
