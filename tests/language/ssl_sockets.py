# TLS over sockets: clients, servers, what each shows, and what goes wrong.
import socket
import ssl
import threading

FOLDER = "tests/files/tls/"


def serving(context, handle, count=1):
    """A server whose connections are handled one after the other; its address, and its thread."""
    listener = socket.create_server(("127.0.0.1", 0))

    def serve():
        with listener:
            for _ in range(count):
                connection, _ = listener.accept()
                try:
                    with context.wrap_socket(connection, server_side=True) as wrapped:
                        handle(wrapped)
                except (ssl.SSLError, ConnectionError):
                    pass

    thread = threading.Thread(target=serve)
    thread.start()
    return listener.getsockname(), thread


def server_context(certificate="localhost.pem"):
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(FOLDER + certificate)
    return context


def client_context(authority="authority.pem"):
    return ssl.create_default_context(cafile=FOLDER + authority)


def connect(address, context, name="localhost"):
    return context.wrap_socket(socket.create_connection(address), server_hostname=name)


# --- a conversation
def shout(wrapped):
    while data := wrapped.recv(1000):
        wrapped.sendall(data.upper())
    wrapped.unwrap()


address, thread = serving(server_context(), shout)
with connect(address, client_context()) as client:
    print(client.version(), client.cipher()[1], client.server_side, client.server_hostname)
    client.sendall(b"hello")
    print(client.recv(100), client.pending())
    client.sendall(b"x" * 100_000)
    got = b""
    while len(got) < 100_000:
        got += client.recv(65536)
    print(len(got), set(got))
    certificate = client.getpeercert()
    print(certificate["subject"], certificate["issuer"], certificate["serialNumber"], certificate["subjectAltName"])
    print(ssl.PEM_cert_to_DER_cert(ssl.DER_cert_to_PEM_cert(client.getpeercert(True))) == client.getpeercert(True))
    client.unwrap()
thread.join()

# --- files over connections, and buffers
address, thread = serving(server_context(), shout)
with connect(address, client_context(), "www.example.test") as client, client.makefile("rwb") as file:
    file.write(b"one\ntwo\n")
    file.flush()
    print(file.readline(), file.readline())
    client.send(b"three")
    buffer = bytearray(10)
    print(client.recv_into(buffer), buffer)
thread.join()


# --- protocols
def agreed(wrapped):
    wrapped.sendall((wrapped.selected_alpn_protocol() or "none").encode())


for offered, wanted in ((["h2", "http/1.1"], ["http/1.1"]), (["a"], ["b"]), ([], ["b"])):
    server, client = server_context(), client_context()
    server.set_alpn_protocols(offered)
    client.set_alpn_protocols(wanted)
    address, thread = serving(server, agreed)
    with connect(address, client) as wrapped:
        print(wrapped.selected_alpn_protocol(), wrapped.recv(10))
    thread.join()

for highest in ("TLSv1_2", "TLSv1_3"):
    client = client_context()
    client.maximum_version = ssl.TLSVersion[highest]
    address, thread = serving(server_context(), shout)
    with connect(address, client) as wrapped:
        print(wrapped.version())
    thread.join()


# --- certificates of clients
def who(wrapped):
    shown = wrapped.getpeercert()
    wrapped.sendall(repr(shown and shown["subject"]).encode())


for mode in (ssl.CERT_NONE, ssl.CERT_OPTIONAL, ssl.CERT_REQUIRED):
    server, client = server_context(), client_context()
    server.verify_mode = mode
    server.load_verify_locations(FOLDER + "authority.pem")
    client.load_cert_chain(FOLDER + "localhost.pem")
    address, thread = serving(server, who)
    with connect(address, client) as wrapped:
        print(mode.name, wrapped.recv(1000))
    thread.join()


# --- what goes wrong
def refused(client, name="localhost", certificate="localhost.pem"):
    address, thread = serving(server_context(certificate), shout)
    try:
        with connect(address, client, name) as wrapped:
            print("connected", wrapped.getpeercert())
    except ssl.SSLCertVerificationError as error:
        text = str(error).rpartition(" (_ssl.c")[0]
        print(type(error).__name__, error.reason, error.library, error.verify_code, error.verify_message, text, error.errno)
    thread.join()


refused(client_context(), "example.org")
refused(client_context(), "127.0.0.2")
refused(ssl.create_default_context(cafile=FOLDER + "alone.pem"))
refused(client_context(), certificate="alone.pem")
careless = client_context()
careless.check_hostname = False
refused(careless, certificate="alone.pem")
careless.verify_mode = ssl.CERT_NONE
refused(careless, certificate="alone.pem")


def attempt(label, act):
    try:
        print(label, act())
    except Exception as error:
        print(label, type(error).__name__, str(error).partition(" (_ssl.c")[0])


# --- names, and what contexts refuse
attempt("hostname", lambda: client_context().wrap_socket(socket.socket()))
attempt("server name", lambda: server_context().wrap_socket(socket.socket(), server_side=True, server_hostname="a"))
attempt("side", lambda: client_context().wrap_socket(socket.socket(), server_side=True))
attempt("file", lambda: client_context().load_verify_locations("nowhere.pem"))
attempt("key", lambda: client_context().load_cert_chain("nowhere.pem"))
attempt("nothing", lambda: client_context().load_verify_locations())
attempt("datagrams", lambda: client_context().wrap_socket(socket.socket(type=socket.SOCK_DGRAM), server_hostname="a"))
strict = client_context()


def careless_too_early():
    strict.verify_mode = ssl.CERT_NONE


attempt("mode", careless_too_early)
print(strict.verify_mode, strict.check_hostname, strict.protocol, len(strict.get_ca_certs()), strict.cert_store_stats())
print(issubclass(ssl.SSLError, OSError), issubclass(ssl.SSLCertVerificationError, ValueError), ssl.CertificateError.__name__)
print(sorted(kind.__name__ for kind in ssl.SSLError.__subclasses__()))
print(ssl.cert_time_to_seconds("Jan  5 09:34:43 2018 GMT"), ssl.Purpose.SERVER_AUTH.oid, ssl.HAS_SNI, ssl.HAS_ALPN)
