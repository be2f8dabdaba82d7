"""Packets on a wire, a checksum, a cipher of bytes."""
class Packet:
    def __init__(self, kind, payload):
        self.kind, self.payload = kind, payload

    def __bytes__(self):
        return bytes([self.kind]) + len(self.payload).to_bytes(2, "big") + self.payload

    @classmethod
    def parse(cls, raw):
        size = int.from_bytes(raw[1:3], "big")
        return cls(raw[0], raw[3:3 + size]), raw[3 + size:]


wire = bytes(Packet(1, b"hi")) + bytes(Packet(2, b""))
while wire:
    packet, wire = Packet.parse(wire)
    print(packet.kind, packet.payload)


def crc8(data):
    crc = 0
    for byte in data:
        crc ^= byte
        for _ in range(8):
            crc = (crc << 1 ^ 0x07) & 0xFF if crc & 0x80 else crc << 1
    return crc


print(crc8(b"123456789"), sum(b"checksum") % 256, bytes(x ^ k for x, k in zip(b"secret", b"\x2a" * 6)))
