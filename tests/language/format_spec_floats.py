"""Every precision, sign and type on floats, infinities and NaN."""
floats = [0.0, -0.0, 1.0, 3.14159, -2.5, 1e-7, 123456789.123, 1e22, float("inf"), float("-inf"), float("nan"), 0.5, 1.5, 2.675]
for spec in ("", "f", ".2f", ".0f", "#.0f", "e", ".2e", "E", "g", "G", "#g", ".3g", ".10g", "%", ".1%", "+.1f", " .1f", ",", ",.2f", "_.1f", "010.2f", ">10.1f", "<10.1f", "^+10.1f", "=+10.1f", "*>12.3e", "n", "F", ".15g", ".17g", "z.1f", "08", ".3", "10.4"):
    print(f"{spec!r:10}", [format(v, spec) for v in floats])
