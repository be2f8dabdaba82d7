"""Cycles: many small containers that live, small rings that do not, and a look through all of them."""

import gc


class Part:
    def __init__(self, number):
        self.number = number
        self.links = [number]


def main():
    parts = [Part(i) for i in range(20_000)]
    table = {i: (i, [i]) for i in range(20_000)}
    for i in range(40_000):
        ring = [i]
        ring.append(ring)
    for part in parts[:2_000]:
        part.links.append(part)
    del parts
    return gc.collect() > 0 and len(table)
