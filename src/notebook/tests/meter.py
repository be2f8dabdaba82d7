"""What tqdm 4.70 prints for its meters: recorded beside this."""

from tqdm import tqdm

M = tqdm.format_meter
cases = [
    dict(n=4, total=10, elapsed=1.2, prefix="epoch"),
    dict(n=0, total=10, elapsed=0),
    dict(n=10, total=10, elapsed=3),
    dict(n=3, total=None, elapsed=2),
    dict(n=1500, total=1e5, elapsed=3, unit="B", unit_scale=True, postfix="loss=0.5"),
    dict(n=123456, total=None, elapsed=9, unit_scale=True),
    dict(n=33, total=100, elapsed=1, prefix="a", ncols=60),
    dict(n=33, total=100, elapsed=1, ascii=True),
    dict(n=33, total=100, elapsed=1, ascii=" .oO0"),
    dict(n=33, total=100, elapsed=1, ascii=" #", ncols=50),
    dict(n=1, total=3, elapsed=10),
    dict(n=11, total=10, elapsed=1),
    dict(n=2048, total=4096, elapsed=2, unit="B", unit_scale=True, unit_divisor=1024),
    dict(n=5, total=20, elapsed=2, unit_scale=8, unit="img"),
    dict(n=7, total=9, elapsed=4000, prefix="x: "),
    dict(n=5, total=10, elapsed=1, ncols=0),
    dict(n=3, total=10, elapsed=2, bar_format="{l_bar}{bar}| {n_fmt}/{total_fmt}"),
    dict(n=3, total=10, elapsed=2, bar_format="{desc}: {percentage:3.0f}% done {postfix}", prefix="p", postfix="q=1"),
    dict(n=3, total=10, elapsed=2, bar_format="{l_bar}{bar:20}{r_bar}"),
    dict(n=3, total=10, elapsed=2, bar_format="{l_bar}{bar:-3}{r_bar}"),
    dict(n=3, total=10, elapsed=2, bar_format="{bar:10a}|"),
    dict(n=3, total=None, elapsed=2, bar_format="{l_bar}{bar}{r_bar}"),
    dict(n=3, total=10, elapsed=2, bar_format="{rate_noinv_fmt} {rate_inv_fmt} {elapsed_s:.1f} {remaining_s:.2f} {remaining}"),
    dict(n=3, total=10, elapsed=2, rate=0.25),
    dict(n=9, total=10, elapsed=2, initial=5),
    dict(n=999.5, total=2000, elapsed=1, unit_scale=True),
    dict(n=0.5, total=1, elapsed=1),
    dict(n=99, total=100, elapsed=1, ncols=30),
    dict(n=3, total=10, elapsed=2, bar_format="{desc:<5.5}{percentage:3.0f}%|{bar:10}{r_bar}", prefix="training"),
]
for c in cases:
    print(repr(M(**c)))
for x in [0, 1, 9.99, 9.995, 10, 99.9, 99.95, 100, 999, 999.5, 1000, 12345, 1e6, 1.5, 0.25, 12.5, 123.4, 1e30, 15.0, 1536]:
    print(x, tqdm.format_sizeof(x), tqdm.format_sizeof(x, "B", 1024))
for t in [0, 59, 60, 3599, 3600, 90061, -5]:
    print(t, tqdm.format_interval(t))
for n in [1, 1234567, 0.000123456, 123.456]:
    print(tqdm.format_num(n))
