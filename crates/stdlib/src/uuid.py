"""Universally unique identifiers, as RFC 4122 and 9562 have them."""

import os
import time
from enum import Enum

RESERVED_NCS, RFC_4122, RESERVED_MICROSOFT, RESERVED_FUTURE = [
    "reserved for NCS compatibility",
    "specified in RFC 4122",
    "reserved for Microsoft compatibility",
    "reserved for future definition",
]


class SafeUUID(Enum):
    safe = 0
    unsafe = -1
    unknown = None


class UUID:
    """Instances of the UUID class represent UUIDs as specified in RFC 4122.

    UUID objects are immutable, hashable, and usable as dictionary keys. They are made of hexadecimal digits, of 16 bytes
    (the first fields least byte first in bytes_le), of six fields or of a 128-bit integer.
    """

    __slots__ = ("int", "is_safe", "__weakref__")

    def __init__(self, hex=None, bytes=None, bytes_le=None, fields=None, int=None, version=None, *, is_safe=SafeUUID.unknown):
        if [hex, bytes, bytes_le, fields, int].count(None) != 4:
            raise TypeError("one of the hex, bytes, bytes_le, fields, or int arguments must be given")
        if hex is not None:
            hex = hex.replace("urn:", "").replace("uuid:", "")
            hex = hex.strip("{}").replace("-", "")
            if len(hex) != 32:
                raise ValueError("badly formed hexadecimal UUID string")
            int = int_(hex, 16)
        elif bytes_le is not None:
            if len(bytes_le) != 16:
                raise ValueError("bytes_le is not a 16-char string")
            bytes = bytes_le[3::-1] + bytes_le[5:3:-1] + bytes_le[7:5:-1] + bytes_le[8:]
            int = int_.from_bytes(bytes)
        elif bytes is not None:
            if len(bytes) != 16:
                raise ValueError("bytes is not a 16-char string")
            int = int_.from_bytes(bytes)
        elif fields is not None:
            int = _of_fields(fields)
        if not 0 <= int < 1 << 128:
            raise ValueError("int is out of range (need a 128-bit value)")
        if version is not None:
            if not 1 <= version <= 8:
                raise ValueError("illegal version number")
            int &= ~(0xF000C000 << 48)
            int |= 0x8000 << 48 | version << 76
        object.__setattr__(self, "int", int)
        object.__setattr__(self, "is_safe", is_safe)

    def __getstate__(self):
        state = {"int": self.int}
        if self.is_safe != SafeUUID.unknown:
            state["is_safe"] = self.is_safe.value
        return state

    def __setstate__(self, state):
        object.__setattr__(self, "int", state["int"])
        safe = SafeUUID(state["is_safe"]) if "is_safe" in state else SafeUUID.unknown
        object.__setattr__(self, "is_safe", safe)

    def __eq__(self, other):
        if isinstance(other, UUID):
            return self.int == other.int
        return NotImplemented

    def __lt__(self, other):
        if isinstance(other, UUID):
            return self.int < other.int
        return NotImplemented

    def __gt__(self, other):
        if isinstance(other, UUID):
            return self.int > other.int
        return NotImplemented

    def __le__(self, other):
        if isinstance(other, UUID):
            return self.int <= other.int
        return NotImplemented

    def __ge__(self, other):
        if isinstance(other, UUID):
            return self.int >= other.int
        return NotImplemented

    def __hash__(self):
        return hash(self.int)

    def __int__(self):
        return self.int

    def __repr__(self):
        return f"{self.__class__.__name__}({str(self)!r})"

    def __setattr__(self, name, value):
        raise TypeError("UUID objects are immutable")

    def __str__(self):
        digits = self.hex
        return f"{digits[:8]}-{digits[8:12]}-{digits[12:16]}-{digits[16:20]}-{digits[20:]}"

    @property
    def bytes(self):
        return self.int.to_bytes(16)

    @property
    def bytes_le(self):
        data = self.bytes
        return data[3::-1] + data[5:3:-1] + data[7:5:-1] + data[8:]

    @property
    def fields(self):
        return (self.time_low, self.time_mid, self.time_hi_version, self.clock_seq_hi_variant, self.clock_seq_low, self.node)

    @property
    def time_low(self):
        return self.int >> 96

    @property
    def time_mid(self):
        return self.int >> 80 & 0xFFFF

    @property
    def time_hi_version(self):
        return self.int >> 64 & 0xFFFF

    @property
    def clock_seq_hi_variant(self):
        return self.int >> 56 & 0xFF

    @property
    def clock_seq_low(self):
        return self.int >> 48 & 0xFF

    @property
    def time(self):
        return (self.time_hi_version & 0x0FFF) << 48 | self.time_mid << 32 | self.time_low

    @property
    def clock_seq(self):
        return (self.clock_seq_hi_variant & 0x3F) << 8 | self.clock_seq_low

    @property
    def node(self):
        return self.int & 0xFFFFFFFFFFFF

    @property
    def hex(self):
        return f"{self.int:032x}"

    @property
    def urn(self):
        return "urn:uuid:" + str(self)

    @property
    def variant(self):
        bits = self.int >> 61 & 7
        if bits < 4:
            return RESERVED_NCS
        if bits < 6:
            return RFC_4122
        return RESERVED_MICROSOFT if bits == 6 else RESERVED_FUTURE

    @property
    def version(self):
        if self.variant == RFC_4122:
            return self.int >> 76 & 0xF
        return None


int_ = int
bytes_ = bytes


def _of_fields(fields):
    if len(fields) != 6:
        raise ValueError("fields is not a 6-tuple")
    number = 0
    for place, (field, bits) in enumerate(zip(fields, (32, 16, 16, 8, 8, 48)), 1):
        if not 0 <= field < 1 << bits:
            raise ValueError(f"field {place} out of range (need a {bits}-bit value)")
        number = number << bits | field
    return number


_node = None


def getnode():
    """Get the hardware address as a 48-bit positive integer; a random one, for this process, where none is told."""
    global _node
    if _node is None:
        # The bit of multicast says that it is no hardware's.
        _node = int.from_bytes(os.urandom(6)) | 1 << 40
    return _node


_last_timestamp = None


def uuid1(node=None, clock_seq=None):
    """Generate a UUID from a host ID, sequence number, and the current time."""
    global _last_timestamp
    # 100 ns intervals since 1582-10-15.
    timestamp = time.time_ns() // 100 + 0x01B21DD213814000
    if _last_timestamp is not None and timestamp <= _last_timestamp:
        timestamp = _last_timestamp + 1
    _last_timestamp = timestamp
    if clock_seq is None:
        clock_seq = int.from_bytes(os.urandom(2)) & 0x3FFF
    if node is None:
        node = getnode()
    fields = (
        timestamp & 0xFFFFFFFF,
        timestamp >> 32 & 0xFFFF,
        timestamp >> 48 & 0x0FFF,
        clock_seq >> 8 & 0x3F,
        clock_seq & 0xFF,
        node,
    )
    return UUID(fields=fields, version=1)


def uuid3(namespace, name):
    """Generate a UUID from the MD5 hash of a namespace UUID and a name."""
    from hashlib import md5

    if isinstance(name, str):
        name = bytes(name, "utf-8")
    return UUID(bytes=md5(namespace.bytes + name).digest(), version=3)


def uuid4():
    """Generate a random UUID."""
    return UUID(bytes=os.urandom(16), version=4)


def uuid5(namespace, name):
    """Generate a UUID from the SHA-1 hash of a namespace UUID and a name."""
    from hashlib import sha1

    if isinstance(name, str):
        name = bytes(name, "utf-8")
    return UUID(bytes=sha1(namespace.bytes + name).digest()[:16], version=5)


def main():
    """Run the uuid command line interface."""
    import argparse

    makers = {"uuid1": uuid1, "uuid3": uuid3, "uuid4": uuid4, "uuid5": uuid5}
    namespaces = {"@dns": NAMESPACE_DNS, "@url": NAMESPACE_URL, "@oid": NAMESPACE_OID, "@x500": NAMESPACE_X500}
    needed = "Only required for uuid3/uuid5 functions."
    parser = argparse.ArgumentParser(description="Generates a uuid using the selected uuid function.")
    parser.add_argument(
        "-u",
        "--uuid",
        choices=makers.keys(),
        default="uuid4",
        help="The function to use to generate the uuid. By default uuid4 function is used.",
    )
    parser.add_argument(
        "-n",
        "--namespace",
        help="The namespace is a UUID, or '@ns' where 'ns' is a well-known predefined UUID addressed by namespace name. "
        f"Such as @dns, @url, @oid, and @x500. {needed}",
    )
    parser.add_argument("-N", "--name", help=f"The name used as part of generating the uuid. {needed}")
    args = parser.parse_args()
    if args.uuid not in ("uuid3", "uuid5"):
        print(makers[args.uuid]())
        return
    if not args.namespace or not args.name:
        parser.error(
            f"Incorrect number of arguments. {args.uuid} requires a namespace and a name. "
            "Run 'python -m uuid -h' for more information."
        )
    namespace = namespaces.get(args.namespace) or UUID(args.namespace)
    print(makers[args.uuid](namespace, args.name))


NAMESPACE_DNS = UUID("6ba7b810-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_URL = UUID("6ba7b811-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_OID = UUID("6ba7b812-9dad-11d1-80b4-00c04fd430c8")
NAMESPACE_X500 = UUID("6ba7b814-9dad-11d1-80b4-00c04fd430c8")

if __name__ == "__main__":
    main()
