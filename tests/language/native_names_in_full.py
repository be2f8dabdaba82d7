# Errors name classes that are written in C with their modules; separators of hexadecimal text may be bytes.
import binascii
import collections
import csv
import hashlib
import io
import re
import socket
import time
import types
import weakref

stream = open("/dev/null")
for value in (
    stream, open("/dev/null", "rb"), open("/dev/null", "rb", 0), types.SimpleNamespace(), weakref.ref(int), time.gmtime(0),
    hashlib.md5(), csv.reader([]), collections.deque(), re.compile("a"),
):  # fmt: skip
    try:
        value.no_such_name
    except AttributeError as error:
        print(error)
print(b"\xb9\x01\xef".hex(b"_", 2), binascii.b2a_hex(b"\xb9\x01\xef", b"-"), memoryview(b"ab").hex(b":"))
print([socket.getaddrinfo(None, 80, 0, socket.SOCK_STREAM, 0, flags)[0][4] for flags in (0, socket.AI_PASSIVE)])
print(isinstance(socket.socket.family, property), hasattr(socket.socket, "proto"), io.StringIO().read())
