"""Reprs of floats, comparisons of ints with floats, hashes of numbers."""
print(0.1 + 0.2, 1e16, 1e15, 123456789012345678.0, 1e-5, 0.0001, 1.0, 1e22, 1e23, 5e-324, 2**53 + 1.0, 1/3, 100 * 1.1, float(2**63), -1e-7, 1.5e300 * 1e10)
print(3 == 3.0, 2**53 == float(2**53), 2**53 + 1 == float(2**53 + 1), 10**400 > 1e308, 1 < 1.5 < 2, float("nan") == float("nan"), hash(2**61 - 1), hash(1.5), hash(-1), hash(3.0) == hash(3), hash(2**61), hash(0.1), hash(float("inf")), hash(True))
