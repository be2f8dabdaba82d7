"""Formatting: f-strings with and without specs, % and str.format."""


def main():
    total = 0
    for i in range(12_000):
        total += len(f"epoch {i}: loss {i / 7:.4f}, lr {0.001:g}")
        total += len(f"{i}-{i + 1}")
        total += len("%d of %s" % (i, "many"))
        total += len("{:>8}|{}".format(i, "x"))
    return total
