# Products of integers of hundreds of thousands of digits, checked through their remainders.
primes = [2**61 - 1, 10**9 + 7, 998244353]
x = 7**400000 - 5
y = 3**900001 + 11
for p in primes:
    print(x % p, y % p, (x * y) % p, (x * y) % p == (x % p) * (y % p) % p)
    print((-x * y) % p, (x * x) % p, pow(x, 3) % p == pow(x % p, 3, p))
z = 12345**90000
for p in primes:
    print(z % p, z % p == pow(12345, 90000, p), (-12345)**90001 % p)
print((x * y).bit_length(), z.bit_length(), (x * -1 + x), (1 << 1000000) * (1 << 1000001) == 1 << 2000001)
m = 3**4000
print(pow(7, 10**300, m) % 10**9, pow(-7, m, m + 2) % 10**9, pow(5**3000, 5, m) % 10**9)
