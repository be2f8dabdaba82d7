"""Every alignment, sign, width and type on integers."""
values = [0, 7, -7, 1234567, -1234567, 10**20]
for spec in ("", "d", "5", "<12", ">12", "^12", "*^12", "=+12", "012", "+", " ", "-", ",", "_", "+,d", "x", "X", "#x", "#b", "o", "#o", "08b", "_b", "#_x", "e", ".3e", "f", ".1f", "g", ".3g", "%", ".0%", "n", "#X", "x<+15,d", "0=8", "020,", "-^+11_"):
    print(f"{spec!r:10}", [format(v, spec) for v in values])
