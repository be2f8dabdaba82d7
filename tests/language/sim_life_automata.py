"""Game of life, elementary automata, random walks with a seed, Mandelbrot."""
import random
from collections import Counter


def step(cells):
    near = Counter((x + dx, y + dy) for x, y in cells for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0))
    return {cell for cell, count in near.items() if count == 3 or count == 2 and cell in cells}


def show(cells, width=8, height=5):
    return ["".join("#" if (x, y) in cells else "." for x in range(width)) for y in range(height)]


glider = {(1, 0), (2, 1), (0, 2), (1, 2), (2, 2)}
for generation in range(5):
    if generation in (0, 4):
        print(generation, *show(glider), sep="\n")
    glider = step(glider)


def automaton(rule, width=31, steps=8):
    row = [0] * width
    row[width // 2] = 1
    for _ in range(steps):
        yield "".join(" *"[c] for c in row).rstrip()
        row = [rule >> (row[i - 1] << 2 | row[i] << 1 | row[(i + 1) % width]) & 1 for i in range(width)]


print("\n".join(automaton(30)))
print("\n".join(automaton(90, steps=4)))
random.seed(2024)
position, visited = [0, 0], Counter()
for _ in range(1000):
    axis, direction = random.randrange(2), random.choice([-1, 1])
    position[axis] += direction
    visited[tuple(position)] += 1
print(position, len(visited), visited.most_common(2))
print([random.randint(1, 6) for _ in range(10)], random.sample(range(100), 5), round(random.gauss(0, 1), 6), random.choices("abc", weights=[1, 2, 7], k=8))
deck = [f"{r}{s}" for s in "SH" for r in "A23"]
random.shuffle(deck)
print(deck, round(random.uniform(5, 6), 9), random.getrandbits(16), round(random.expovariate(2), 6), round(random.triangular(0, 1, 0.5), 6), random.random())
hits = sum(random.random() ** 2 + random.random() ** 2 < 1 for _ in range(20000))
print(f"pi is about {4 * hits / 20000}")
for y in range(-6, 7, 2):
    line = ""
    for x in range(-20, 11):
        zr = zi = 0.0
        cr, ci = x / 10, y / 6
        for i in range(30):
            zr, zi = zr * zr - zi * zi + cr, 2 * zr * zi + ci
            if zr * zr + zi * zi > 4:
                break
        line += "@" if i == 29 else ".:-=+*"[i % 6]
    print(line)
state = random.getstate()
a = random.random()
random.setstate(state)
print(a == random.random(), random.Random(1).random(), random.Random("text").random(), random.Random(2.5).randint(0, 99))
