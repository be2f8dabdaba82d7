# Writes charmaps.txt: the character of each byte in the single-byte encodings, as CPython decodes them.
#   python3.13 tables.py > charmaps.txt
# A line: the codec's name, its aliases, and the code points of its bytes as four hexadecimal digits each: all 256, or only those
# from 0x80 on if the others are ASCII. `----` is an undefined byte.
import encodings
import encodings.aliases
import pkgutil

NATIVE = {"ascii", "latin_1", "charmap"}


def meaning(name, byte):
    try:
        return f"{ord(bytes([byte]).decode(name)):04x}"
    except UnicodeDecodeError:
        return "----"


def row(name):
    points = [meaning(name, byte) for byte in range(256)]
    if points[:128] == [f"{byte:04x}" for byte in range(128)]:
        del points[:128]
    other = sorted(alias for alias, of in encodings.aliases.aliases.items() if of == name)
    return f"{name} {','.join(other) or '-'} {''.join(points)}"


def is_charmap(name):
    module = __import__(f"encodings.{name}", fromlist=["_"])
    return hasattr(module, "decoding_table") or hasattr(module, "decoding_map")


for _, name, _ in pkgutil.iter_modules(encodings.__path__):
    if name not in NATIVE and name not in ("aliases", "mbcs", "oem", "rot_13") and is_charmap(name):
        print(row(name))
