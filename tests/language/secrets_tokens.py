# secrets and SystemRandom: the shapes of unpredictable values
import random
import secrets
import string

print(len(secrets.token_bytes(10)), len(secrets.token_bytes()), len(secrets.token_hex(8)), len(secrets.token_urlsafe(16)))
print(set(secrets.token_hex(50)) <= set(string.hexdigits.lower()), len({secrets.token_hex(8) for _ in range(100)}))
print(all(0 <= secrets.randbelow(10) < 10 for _ in range(200)), all(0 <= secrets.randbits(5) < 32 for _ in range(200)))
print({secrets.choice("abc") for _ in range(200)} == set("abc"))
for bound in (0, -1):
    try:
        secrets.randbelow(bound)
    except ValueError as error:
        print(error)
try:
    secrets.choice([])
except IndexError as error:
    print("IndexError")
print(secrets.compare_digest("abc", "abc"), secrets.compare_digest(b"abc", b"abd"))
r = secrets.SystemRandom()
print(isinstance(r, random.Random), all(0 <= r.random() < 1 for _ in range(100)), r.seed(5))
print(sorted(r.sample(range(5), 5)), all(1 <= r.randint(1, 6) <= 6 for _ in range(100)), len(r.randbytes(7)))
for act in (r.getstate, lambda: r.setstate(1)):
    try:
        act()
    except NotImplementedError as error:
        print(error)
deck = list(range(20))
r.shuffle(deck)
print(sorted(deck) == list(range(20)), r.uniform(2, 3) > 2, r.choices([1], k=3))
password = "".join(secrets.choice(string.ascii_letters + string.digits) for _ in range(12))
print(len(password), password.isalnum())
