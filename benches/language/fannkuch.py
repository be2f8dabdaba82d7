"""Permutations of a list, flipped in place."""


def fannkuch(n):
    p = list(range(n))
    q = [0] * n
    s = list(range(n))
    sign = 1
    maxflips = 0
    total = 0
    while True:
        q0 = p[0]
        if q0 != 0:
            for i in range(1, n):
                q[i] = p[i]
            flips = 1
            while True:
                qq = q[q0]
                if qq == 0:
                    total += sign * flips
                    if flips > maxflips:
                        maxflips = flips
                    break
                q[q0] = q0
                if q0 >= 3:
                    i = 1
                    j = q0 - 1
                    while i < j:
                        q[i], q[j] = q[j], q[i]
                        i += 1
                        j -= 1
                q0 = qq
                flips += 1
        if sign == 1:
            p[0], p[1] = p[1], p[0]
            sign = -1
        else:
            p[1], p[2] = p[2], p[1]
            sign = 1
            for i in range(2, n):
                if s[i] != 0:
                    s[i] -= 1
                    break
                if i == n - 1:
                    return total, maxflips
                s[i] = i
                t = p[0]
                for j in range(i + 1):
                    p[j] = p[j + 1]
                p[i + 1] = t


def main():
    return fannkuch(7)
