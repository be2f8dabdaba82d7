"""Bodies that attract each other, their state in slots."""


class Body:
    __slots__ = ("x", "y", "z", "vx", "vy", "vz", "m")

    def __init__(self, x, y, z, vx, vy, vz, m):
        self.x, self.y, self.z, self.vx, self.vy, self.vz, self.m = x, y, z, vx, vy, vz, m


def energy(bodies):
    e = 0.0
    for i, b in enumerate(bodies):
        e += 0.5 * b.m * (b.vx * b.vx + b.vy * b.vy + b.vz * b.vz)
        for b2 in bodies[i + 1 :]:
            dx, dy, dz = b.x - b2.x, b.y - b2.y, b.z - b2.z
            e -= b.m * b2.m / (dx * dx + dy * dy + dz * dz) ** 0.5
    return e


def advance(bodies, pairs, dt, n):
    for _ in range(n):
        for b1, b2 in pairs:
            dx = b1.x - b2.x
            dy = b1.y - b2.y
            dz = b1.z - b2.z
            mag = dt * ((dx * dx + dy * dy + dz * dz) ** (-1.5))
            b1m = b1.m * mag
            b2m = b2.m * mag
            b1.vx -= dx * b2m
            b1.vy -= dy * b2m
            b1.vz -= dz * b2m
            b2.vx += dx * b1m
            b2.vy += dy * b1m
            b2.vz += dz * b1m
        for b in bodies:
            b.x += dt * b.vx
            b.y += dt * b.vy
            b.z += dt * b.vz


def main():
    bodies = [
        Body(0, 0, 0, 0, 0, 0, 39.47),
        Body(4.84, -1.16, -0.10, 0.606, 2.81, -0.02, 0.037),
        Body(8.34, 4.12, -4.0, -1.01, 1.82, 0.008, 0.011),
        Body(12.89, -15.11, -0.22, 1.08, 0.868, -0.01, 0.0017),
        Body(15.37, -25.9, 0.179, 0.979, 0.594, -0.034, 0.002),
    ]
    pairs = [(a, b) for i, a in enumerate(bodies) for b in bodies[i + 1 :]]
    advance(bodies, pairs, 0.01, 300)
    return round(energy(bodies), 9)
