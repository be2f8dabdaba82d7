"""Caesar, Vigenère, run lengths, Roman numerals, Morse, Base64 by hand."""
import string
from itertools import cycle, groupby


def caesar(text, shift):
    def move(ch):
        for alphabet in (string.ascii_lowercase, string.ascii_uppercase):
            if ch in alphabet:
                return alphabet[(alphabet.index(ch) + shift) % 26]
        return ch
    return "".join(map(move, text))


def vigenere(text, key, sign=1):
    keys = cycle(ord(k) - ord("a") for k in key)
    return "".join(chr((ord(c) - 97 + sign * next(keys)) % 26 + 97) if c.isalpha() else c for c in text)


def pack(text):
    return "".join(f"{len(list(run))}{ch}" for ch, run in groupby(text))


def unpack(text):
    out, count = [], ""
    for ch in text:
        if ch.isdigit():
            count += ch
        else:
            out.append(ch * int(count or 1))
            count = ""
    return "".join(out)


NUMERALS = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"),
            (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]


def roman(n):
    out = ""
    for value, letters in NUMERALS:
        times, n = divmod(n, value)
        out += letters * times
    return out


def arabic(text):
    values = dict(zip("IVXLCDM", (1, 5, 10, 50, 100, 500, 1000)))
    numbers = [values[c] for c in text]
    return sum(-a if a < b else a for a, b in zip(numbers, numbers[1:] + [0]))


def base64(data):
    alphabet = string.ascii_uppercase + string.ascii_lowercase + string.digits + "+/"
    bits = "".join(f"{byte:08b}" for byte in data)
    bits += "0" * (-len(bits) % 6)
    out = "".join(alphabet[int(bits[i:i + 6], 2)] for i in range(0, len(bits), 6))
    return out + "=" * (-len(out) % 4)


secret = caesar("Hello, World!", 3)
print(secret, caesar(secret, -3), caesar("xyz", 29))
print(vigenere("attack at dawn", "lemon"), vigenere(vigenere("attack at dawn", "lemon"), "lemon", -1))
print(pack("aaabccdddd"), unpack("3a1b2c4d"), unpack(pack("x" * 12 + "yz")))
print([roman(n) for n in (1, 4, 9, 14, 40, 90, 400, 1994, 2024, 3999)])
assert all(arabic(roman(n)) == n for n in range(1, 4000))
print(base64(b"hello"), base64("día".encode()), base64(b""), base64(bytes(range(5))))
print("".join(chr(ord(c) ^ 42) for c in "secret").encode("unicode_escape").decode())
print(sum(ord(c) * 31 ** i for i, c in enumerate("hash")) % 2 ** 32, bytes.fromhex("48 69").decode(), b"\x00\xff".hex(":"))
print(string.punctuation, string.hexdigits, string.whitespace.encode(), string.capwords("one two  three"))
