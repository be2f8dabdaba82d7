# Equal constants of one type in a function or module are one object; floats by their bits, numbers of different types apart.
pair = {"a": ("hello",), "b": ("hello",)}
print(pair["a"] is pair["b"])


def constants():
    return (1, 2), (1, 2), (1.0, 2), (True, 2), (0.0,), (-0.0,), b"ab", b"ab", (1, 2), ((1, "x"), None), ((1, "x"), None)


made = constants()
print([[at for at, other in enumerate(made) if other is value] for value in made])
print(made)


def numbers():
    return 1.5, 1.5, 0.0, -0.0, 10**0, True, 123456789012345678901234567890, 123456789012345678901234567890, 1e999, 1e999


made = numbers()
print([[at for at, other in enumerate(made) if other is value] for value in made], made)
source = "def many(value):\n" + "".join(f"    value('text {i}', {i + 1000}, {i}.5)\n" for i in range(3000))
names = {}
exec(source, names)
seen = []
names["many"](lambda *given: seen.append(given))
print(len(seen), seen[0], seen[1234], seen[-1])
