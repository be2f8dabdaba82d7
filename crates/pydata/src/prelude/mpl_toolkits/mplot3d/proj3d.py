"""`mpl_toolkits.mplot3d.proj3d`: from points in space to points on the page, by matrices of four rows."""

import numpy as np


def world_transformation(xmin, xmax, ymin, ymax, zmin, zmax, pb_aspect=None):
    """Scales each range to 0..1, or to the length of its side of the box."""
    sides = (1.0, 1.0, 1.0) if pb_aspect is None else [float(side) for side in pb_aspect]
    found = np.eye(4)
    for i, (low, high) in enumerate(((xmin, xmax), (ymin, ymax), (zmin, zmax))):
        scale = sides[i] / (high - low)
        found[i, i], found[i, 3] = scale, -low * scale
    return found


def _rotation_about_vector(v, angle):
    vx, vy, vz = (v / np.linalg.norm(v)).tolist()
    s, c = float(np.sin(angle)), float(np.cos(angle))
    t = 2 * float(np.sin(angle / 2)) ** 2
    return np.array([
        [t * vx * vx + c, t * vx * vy - vz * s, t * vx * vz + vy * s],
        [t * vy * vx + vz * s, t * vy * vy + c, t * vy * vz - vx * s],
        [t * vz * vx - vy * s, t * vz * vy + vx * s, t * vz * vz + c],
    ])


def _view_axes(E, R, V, roll):
    """The page's directions in space: to the right, up, and towards the eye E that looks at R with V upwards."""
    w = E - R
    w = w / np.linalg.norm(w)
    u = np.cross(V, w)
    u = u / np.linalg.norm(u)
    v = np.cross(w, u)
    if roll != 0:
        turn = _rotation_about_vector(w, -roll)
        u, v = np.dot(turn, u), np.dot(turn, v)
    return u, v, w


def _view_transformation_uvw(u, v, w, E):
    turn, move = np.eye(4), np.eye(4)
    turn[0, :3], turn[1, :3], turn[2, :3] = u, v, w
    move[:3, 3] = -E
    return np.dot(turn, move)


def _persp_transformation(zfront, zback, focal_length):
    b = (zfront + zback) / (zfront - zback)
    c = -2 * (zfront * zback) / (zfront - zback)
    e = float(focal_length)
    return np.array([[e, 0.0, 0.0, 0.0], [0.0, e, 0.0, 0.0], [0.0, 0.0, b, c], [0.0, 0.0, -1.0, 0.0]])


def _ortho_transformation(zfront, zback):
    a, b = float(-(zfront + zback)), float(-(zfront - zback))
    return np.array([[2.0, 0.0, 0.0, 0.0], [0.0, 2.0, 0.0, 0.0], [0.0, 0.0, -2.0, 0.0], [0.0, 0.0, a, b]])


def proj_transform(xs, ys, zs, M):
    """Points on the page, and their distances, of points in space."""
    xs = np.asarray(xs, dtype=float)
    flat = [np.asarray(each, dtype=float).ravel() for each in (xs, ys, zs)]
    found = np.dot(M, np.stack([*flat, np.ones_like(flat[0])]))
    parts = [found[i] / found[3] for i in range(3)]
    return tuple([part[0] if xs.ndim == 0 else part.reshape(xs.shape) for part in parts])


def inv_transform(xs, ys, zs, invM):
    """Points in space of points on the page with their distances."""
    return proj_transform(xs, ys, zs, invM)
