# TLS between memory and memory: handshakes step by step, names that choose a context, endings.
import ssl

FOLDER = "tests/files/tls/"
server_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
server_context.load_cert_chain(FOLDER + "localhost.pem")
client_context = ssl.create_default_context(cafile=FOLDER + "authority.pem")


class Pair:
    """Two ends, each with what comes and what goes."""

    def __init__(self, client_context, server_context, name="localhost"):
        self.client_in, self.server_in = ssl.MemoryBIO(), ssl.MemoryBIO()
        self.client = client_context.wrap_bio(self.client_in, self.server_in, server_hostname=name)
        self.server = server_context.wrap_bio(self.server_in, self.client_in, server_side=True)

    def shake_hands(self):
        waiting = [self.client, self.server]
        while waiting:
            for side in list(waiting):
                try:
                    side.do_handshake()
                    waiting.remove(side)
                except ssl.SSLWantReadError:
                    pass


pair = Pair(client_context, server_context)
print(pair.client.version(), pair.client.cipher(), pair.client.selected_alpn_protocol(), pair.client.server_hostname)
try:
    pair.client.do_handshake()
except ssl.SSLWantReadError as error:
    print(type(error).__name__, error.errno == ssl.SSL_ERROR_WANT_READ, str(error).partition(" (")[0], pair.server_in.pending > 0)
try:
    pair.client.getpeercert()
except ValueError as error:
    print(error)
pair.shake_hands()
print(pair.client.version(), pair.server.version(), pair.server.getpeercert(), pair.client.session_reused)
print(pair.client.write(b"from client"), pair.server.read(), pair.server.write(b"from server"), pair.client.read(4), pair.client.pending())
buffer = bytearray(20)
print(pair.client.read(20, buffer), buffer)
try:
    pair.client.read()
except ssl.SSLWantReadError:
    print("nothing came")

# --- endings
try:
    pair.client.unwrap()
except ssl.SSLWantReadError:
    print("waits for the other side's farewell")
try:
    pair.server.read()
except ssl.SSLZeroReturnError as error:
    print(type(error).__name__, str(error).partition(" (_")[0])
pair.server.unwrap()
print(pair.client.unwrap())

pair = Pair(client_context, server_context)
pair.shake_hands()
pair.client_in.write_eof()
try:
    pair.client.read()
except ssl.SSLEOFError as error:
    print(type(error).__name__, str(error).partition(" (_")[0])
bio = ssl.MemoryBIO()
print(bio.write(b"abcdef"), bio.pending, bio.read(2), bio.eof, bio.read(), bio.eof)
bio.write_eof()
print(bio.eof, bio.read())
try:
    bio.write(b"more")
except ssl.SSLError as error:
    print(error)

# --- names choose contexts
other_context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
other_context.load_cert_chain(FOLDER + "alone.pem")
asked = []


def choose(connection, name, context):
    asked.append((name, context is server_context))
    if name == "localhost":
        connection.context = other_context


server_context.sni_callback = choose
pair = Pair(client_context, server_context, "a.example.test")
pair.shake_hands()
print(asked, dict(pair.client.getpeercert()["subject"][-1:][0]))
pair = Pair(client_context, server_context)
try:
    pair.shake_hands()
except ssl.SSLCertVerificationError as error:
    print(asked[-1], error.verify_code, error.verify_message)
