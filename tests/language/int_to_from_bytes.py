"""int.to_bytes and from_bytes, signed and in both orders, and their errors."""
print((1024).to_bytes(2, "big"), (1024).to_bytes(4, "little"), (-1).to_bytes(2, "big", signed=True), (255).to_bytes(), (0).to_bytes(1, "little"), (10**20).to_bytes(9, "big").hex())
print(int.from_bytes(b"\x04\x00", "big"), int.from_bytes(b"\xff\xff", "little", signed=True), int.from_bytes([1, 2, 3]), int.from_bytes(b"", "big"), int.from_bytes(b"\x80", "big", signed=True), int.from_bytes(bytearray(b"\x01\x02"), byteorder="little"))
for bad in (lambda: (256).to_bytes(1, "big"), lambda: (-1).to_bytes(1, "big"), lambda: (1).to_bytes(1, "middle"), lambda: (128).to_bytes(1, "big", signed=True), lambda: (1).to_bytes(-1, "big"), lambda: int.from_bytes(3, "big"), lambda: int.from_bytes("a", "big")):
    try:
        print(bad())
    except (OverflowError, ValueError, TypeError) as error:
        print(type(error).__name__, error)
