# Writes the tables of a folder from CPython's unicodedata: python3.13 tables.py FOLDER NAMED_SEQUENCES
# properties.txt, properties_3_2.txt: the start of each range of characters and their shared properties: category, combining
#   class, direction, mirrored, width.
# decompositions.txt: a character, `=` if its parts compose to it again, and the parts in UnicodeData's notation.
# numbers.txt: a character, and its values as a decimal digit, a digit and a number.
# sequences.txt: names of sequences, from the Unicode Character Database's NamedSequences.txt.
import pathlib
import sys
import unicodedata
from fractions import Fraction

CHARACTERS = [chr(code) for code in range(0x110000)]


def properties(data):
    before = None
    for c in CHARACTERS:
        found = (data.category(c), data.combining(c), data.bidirectional(c) or "-", data.mirrored(c), data.east_asian_width(c))
        if found != before:
            yield " ".join([f"{ord(c):x}", *map(str, found)])
        before = found


def decompositions():
    for c in CHARACTERS:
        parts = unicodedata.decomposition(c)
        if parts:
            composes = " " in parts and parts[0] != "<" and unicodedata.normalize("NFC", c) == c
            yield f"{ord(c):x}{' =' if composes else ''} {parts}"


def numbers():
    for c in CHARACTERS:
        value = unicodedata.numeric(c, None)
        if value is not None:
            whole = [unicodedata.decimal(c, "-"), unicodedata.digit(c, "-")]
            yield " ".join([f"{ord(c):x}", *map(str, whole), str(Fraction(value).limit_denominator(1000))])


def sequences(file):
    for line in pathlib.Path(file).read_text().splitlines():
        name, _, codes = line.partition("#")[0].partition(";")
        if codes:
            yield f"{name};{codes.strip().lower()}"


def main():
    folder = pathlib.Path(sys.argv[1])

    def write(name, lines):
        (folder / name).write_text("\n".join(lines) + "\n")

    write("properties.txt", properties(unicodedata))
    write("properties_3_2.txt", properties(unicodedata.ucd_3_2_0))
    write("decompositions.txt", decompositions())
    write("numbers.txt", numbers())
    write("sequences.txt", sequences(sys.argv[2]))


main()
