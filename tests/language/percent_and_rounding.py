"""The % operator with every conversion and its errors; round with halves to even."""
print("%d %5d|%-5d|%05d %+d % d %x %#x %o %e %.2e %g %G %c %c %r %s %% %5.1f %.3s %*d %-*d|" % (1, 2, 3, 4, 5, 6, 255, 255, 8, 1.5, 12345.678, 1e-5, 1e10, "c", 66, "r", [1], 2.25, "abcdef", 5, 42, 4, 7))
for bad in ("%d" , "%s %s", "%z", "%(a)s", "%", "%.f %q"):
    try:
        print(bad % ("x",))
    except (TypeError, ValueError, KeyError) as error:
        print(repr(bad), type(error).__name__, error)
print(round(2.5), round(3.5), round(-2.5), round(2.675, 2), round(1234, -2), round(1250, -2), round(1350, -2), round(0.5), round(1e20), round(1.15, 1), round(-0.4), round(5, 3), round(2.5, 0), round(25, -1), round(35, -1))
