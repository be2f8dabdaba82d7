# uuid: forms, fields, versions and errors
import uuid
from uuid import UUID

u = UUID("12345678-1234-5678-9234-567812345678")
for name in ("hex", "int", "bytes", "bytes_le", "fields", "time_low", "time_mid", "time_hi_version", "clock_seq_hi_variant",
             "clock_seq_low", "time", "clock_seq", "node", "urn", "variant", "version"):
    print(name, getattr(u, name))
print(repr(u), str(u), int(u), hash(u) == hash(u.int), u.is_safe)
for given in (
    dict(hex="{12345678-1234-5678-9234-567812345678}"), dict(hex="urn:uuid:12345678123456789234567812345678"),
    dict(bytes=b"\x12\x34\x56\x78" * 4), dict(bytes_le=b"\x78\x56\x34\x12\x34\x12\x78\x56" + b"\x12\x34\x56\x78" * 2),
    dict(fields=(0x12345678, 0x1234, 0x5678, 0x12, 0x34, 0x567812345678)), dict(int=5), dict(int=2**128), dict(int=-1),
    dict(hex="123"), dict(bytes=b"a"), dict(bytes_le=b"a"), dict(fields=(1, 2)), dict(fields=(2**32, 0, 0, 0, 0, 0)), dict(),
    dict(hex="1" * 32, int=1), dict(int=0, version=4), dict(int=0, version=9), dict(hex="g" * 32),
):
    try:
        print(given, UUID(**given), UUID(**given).version)
    except (TypeError, ValueError) as error:
        print(given, type(error).__name__, error)
print(uuid.uuid3(uuid.NAMESPACE_DNS, "python.org"), uuid.uuid5(uuid.NAMESPACE_DNS, "python.org"))
print(uuid.uuid3(uuid.NAMESPACE_URL, "http://x/"), uuid.uuid5(uuid.NAMESPACE_OID, "1.2"), uuid.NAMESPACE_X500)
made = [uuid.uuid4() for _ in range(50)]
print(len(set(made)), {x.version for x in made}, {x.variant for x in made}, sorted(made) == sorted(made, key=int))
first, second = uuid.uuid1(node=5, clock_seq=7), uuid.uuid1(node=5, clock_seq=7)
print(first.version, first.node, first.clock_seq, first < second, first.time < second.time)
print(UUID(int=1) < UUID(int=2), UUID(int=1) == UUID(int=1), UUID(int=1) == 1, UUID(int=3) != UUID(int=4))
try:
    u.int = 5
except TypeError as error:
    print(error)
try:
    UUID(int=1) < 1
except TypeError as error:
    print(error)
print({u: "value"}[UUID(str(u))], uuid.SafeUUID.safe, list(uuid.SafeUUID))
