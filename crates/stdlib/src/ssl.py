# ssl: connections that are encrypted, and whose other side shows who it is.

import base64
import calendar
import os
import re
import time
from collections import namedtuple
from enum import Enum
from socket import SO_TYPE, SOCK_STREAM, SOL_SOCKET, create_connection, socket

import _ssl_names
from _ssl_connection import MemoryBIO, SSLObject, SSLSocket
from _ssl_names import *
from _ssl_names import _SSLMethod, failure
from _tensorcell.tls import _certificate, _check_key, _ciphers, _system_roots

globals().update(
    {name: value for name, value in vars(_ssl_names).items() if name.isupper() or name[:3] in ("OP_", "PRO", "HAS")}
)
socket_error = OSError
PEM_HEADER, PEM_FOOTER = "-----BEGIN CERTIFICATE-----", "-----END CERTIFICATE-----"
_PEM = re.compile(rb"-----BEGIN ([A-Z0-9 ]+)-----\s*(.*?)-----END \1-----", re.DOTALL)
_KEYS = (b"PRIVATE KEY", b"RSA PRIVATE KEY", b"EC PRIVATE KEY")
DefaultVerifyPaths = namedtuple(
    "DefaultVerifyPaths", "cafile capath openssl_cafile_env openssl_cafile openssl_capath_env openssl_capath"
)


class _ASN1Object(namedtuple("_ASN1Object", "nid shortname longname oid")):
    """What OpenSSL knows of a number of ASN.1's."""

    __slots__ = ()
    _KNOWN = (
        (129, "serverAuth", "TLS Web Server Authentication", "1.3.6.1.5.5.7.3.1"),
        (130, "clientAuth", "TLS Web Client Authentication", "1.3.6.1.5.5.7.3.2"),
    )

    def __new__(cls, oid):
        return cls._found(oid, lambda row: row[3] == oid, "object")

    @classmethod
    def fromnid(cls, nid):
        """The object of a number of OpenSSL's."""
        return cls._found(nid, lambda row: row[0] == nid, "NID")

    @classmethod
    def fromname(cls, name):
        """The object of a name or number."""
        return cls._found(name, lambda row: name in row[1:], "object")

    @classmethod
    def _found(cls, sought, fits, kind):
        row = next(filter(fits, _ASN1Object._KNOWN), None)
        if row is None:
            raise ValueError(f"unknown {kind} {sought!r}" if isinstance(sought, str) else f"unknown {kind} {sought}")
        return tuple.__new__(cls, row)


class Purpose(Enum):
    """What the other side's certificate must be for."""

    SERVER_AUTH = _ASN1Object("1.3.6.1.5.5.7.3.1")
    CLIENT_AUTH = _ASN1Object("1.3.6.1.5.5.7.3.2")
    nid = property(lambda self: self.value.nid)
    shortname = property(lambda self: self.value.shortname)
    longname = property(lambda self: self.value.longname)
    oid = property(lambda self: self.value.oid)


def get_default_verify_paths():
    """Where the certificates that the system trusts lie."""
    file, folder = os.environ.get("SSL_CERT_FILE", "/etc/ssl/cert.pem"), os.environ.get("SSL_CERT_DIR", "/etc/ssl/certs")
    found = file if os.path.isfile(file) else None, folder if os.path.isdir(folder) else None
    return DefaultVerifyPaths(*found, "SSL_CERT_FILE", "/etc/ssl/cert.pem", "SSL_CERT_DIR", "/etc/ssl/certs")


# --- certificates as text
def _pem_blocks(data):
    """The blocks of a text: (label, bytes) each."""
    blocks = []
    for label, body in _PEM.findall(data):
        if b"ENCRYPTED" in label or b"Proc-Type:" in body:
            raise SSLError("encrypted private keys are not supported")
        try:
            blocks.append((label, base64.b64decode(body)))
        except ValueError:
            raise failure(("PEM", "BAD_BASE64_DECODE", "bad base64 decode", None)) from None
    return blocks


def _certificates_of(data):
    return [body for label, body in _pem_blocks(data) if label in (b"CERTIFICATE", b"TRUSTED CERTIFICATE")]


def DER_cert_to_PEM_cert(der_cert_bytes):
    """A certificate's bytes as text."""
    text = base64.standard_b64encode(der_cert_bytes).decode("ascii")
    lines = [text[at : at + 64] for at in range(0, len(text), 64)]
    return "\n".join([PEM_HEADER, *lines, PEM_FOOTER]) + "\n"


def PEM_cert_to_DER_cert(pem_cert_string):
    """The bytes of a certificate's text."""
    if not pem_cert_string.startswith(PEM_HEADER):
        raise ValueError(f"Invalid PEM encoding; must start with {PEM_HEADER}")
    if not pem_cert_string.strip().endswith(PEM_FOOTER):
        raise ValueError(f"Invalid PEM encoding; must end with {PEM_FOOTER}")
    return base64.decodebytes(pem_cert_string.strip()[len(PEM_HEADER) : -len(PEM_FOOTER)].encode("ascii", "strict"))


def cert_time_to_seconds(cert_time):
    """The moment of a certificate's notBefore or notAfter, in seconds since the epoch."""
    months = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")
    form = " %d %H:%M:%S %Y GMT"
    name = cert_time[:3].title()
    if name not in months:
        raise ValueError(f'time data {cert_time!r} does not match format "%b{form}"')
    parsed = time.strptime(cert_time[3:], form)
    return calendar.timegm((parsed[0], months.index(name) + 1) + parsed[2:6])


# --- contexts
class SSLContext:
    """What connections have in common: certificates, keys, and what is asked of the other side."""

    def __new__(cls, protocol=None, *args, **kwargs):
        self = super().__new__(cls)
        if protocol is None:
            _warn_of("ssl.SSLContext() without protocol argument is deprecated.")
            protocol = PROTOCOL_TLS
        self._set_up(protocol)
        return self

    def __init__(self, protocol=None):
        pass

    def _set_up(self, protocol):
        self._protocol = _SSLMethod(protocol)
        self._roots, self._loads_system_roots = [], False
        self._chain, self._key = (), None
        self._alpn = ()
        self._is_client = self._protocol == PROTOCOL_TLS_CLIENT
        self._verify_mode = CERT_REQUIRED if self._is_client else CERT_NONE
        self._check_hostname = self._is_client
        self._verify_flags = VERIFY_X509_TRUSTED_FIRST
        self._options = OP_ALL | OP_NO_SSLv3 | OP_NO_COMPRESSION | OP_CIPHER_SERVER_PREFERENCE | OP_ENABLE_MIDDLEBOX_COMPAT
        only = {PROTOCOL_TLSv1: TLSVersion.TLSv1, PROTOCOL_TLSv1_1: TLSVersion.TLSv1_1, PROTOCOL_TLSv1_2: TLSVersion.TLSv1_2}
        one = only.get(self._protocol)
        self._minimum = TLSVersion.TLSv1_2 if one is None else one
        self._maximum = TLSVersion.MAXIMUM_SUPPORTED if one is None else one
        self._sni_callback = None
        self.sslsocket_class, self.sslobject_class = SSLSocket, SSLObject
        self.keylog_filename = None
        self.post_handshake_auth = False
        self.hostname_checks_common_name = False
        self.num_tickets = 2
        self.security_level = 2
        self.session_stats = lambda: dict.fromkeys(("number", "connect", "accept", "hits", "misses"), 0)

    @property
    def protocol(self):
        return self._protocol

    def __reduce__(self):
        raise TypeError("cannot pickle 'SSLContext' object")

    # --- what is asked of the other side
    @property
    def verify_mode(self):
        return self._verify_mode

    @verify_mode.setter
    def verify_mode(self, value):
        value = VerifyMode(value)
        if value == CERT_NONE and self._check_hostname:
            raise ValueError("Cannot set verify_mode to CERT_NONE when check_hostname is enabled.")
        self._verify_mode = value

    @property
    def check_hostname(self):
        return self._check_hostname

    @check_hostname.setter
    def check_hostname(self, value):
        self._check_hostname = bool(value)
        if self._check_hostname and self._verify_mode == CERT_NONE:
            self._verify_mode = CERT_REQUIRED

    @property
    def verify_flags(self):
        return VerifyFlags(self._verify_flags)

    @verify_flags.setter
    def verify_flags(self, value):
        self._verify_flags = VerifyFlags(value)

    @property
    def options(self):
        return Options(self._options)

    @options.setter
    def options(self, value):
        if value < 0:
            raise OverflowError("can't convert negative value to unsigned int")
        self._options = Options(value)

    @property
    def minimum_version(self):
        return self._minimum

    @minimum_version.setter
    def minimum_version(self, value):
        self._minimum = self._version(value)

    @property
    def maximum_version(self):
        return self._maximum

    @maximum_version.setter
    def maximum_version(self, value):
        self._maximum = self._version(value)

    def _version(self, value):
        if self._protocol not in (PROTOCOL_TLS, PROTOCOL_TLS_CLIENT, PROTOCOL_TLS_SERVER):
            raise ValueError("The context's protocol doesn't support modification of highest and lowest version.")
        if value not in list(TLSVersion):
            raise ValueError(f"Unsupported TLS/SSL version {value:#x}")
        return TLSVersion(value)

    # --- certificates
    def load_cert_chain(self, certfile, keyfile=None, password=None):
        """Load a certificate, those that lead to an authority, and the key."""
        data = _contents(certfile)
        chain = _certificates_of(data)
        if not chain:
            raise failure(("SSL", "PEM lib", "no certificate", None)) if data else failure(("SSL", "PEM lib", "", None))
        key_data = data if keyfile is None else _contents(keyfile)
        keys = [body for label, body in _pem_blocks(key_data) if label in _KEYS]
        if not keys:
            raise failure(("SSL", "PEM lib", "no private key", None))
        try:
            problem = _check_key(tuple(chain), keys[0])
        except ValueError:
            raise failure(("SSL", "PEM lib", "the private key cannot be read", None)) from None
        if problem is not None:
            raise failure(problem)
        self._chain, self._key = tuple(chain), keys[0]

    def load_verify_locations(self, cafile=None, capath=None, cadata=None):
        """Trust the certificates of a file, of a folder, or that are given."""
        if cafile is None and capath is None and cadata is None:
            raise TypeError("cafile, capath and cadata cannot be all omitted")
        if cafile is not None:
            found = _certificates_of(_contents(cafile))
            if not found:
                raise failure(("X509", "NO_CERTIFICATE_OR_CRL_FOUND", "no certificate or crl found", None))
            self._trust(found)
        if capath is not None:
            self._trust(_certificates_in(os.fspath(capath)))
        if cadata is not None:
            self._trust(_certificates_given(cadata))

    def _trust(self, certificates):
        for one in certificates:
            if one not in self._roots:
                try:
                    _certificate(one)
                except ValueError:
                    raise failure(("ASN1", "NOT_ENOUGH_DATA", "not enough data", None)) from None
                self._roots.append(one)

    def load_default_certs(self, purpose=Purpose.SERVER_AUTH):
        """Trust what the system trusts."""
        if not isinstance(purpose, Purpose):
            raise TypeError(purpose)
        self.set_default_verify_paths()

    def set_default_verify_paths(self):
        """Trust what the system trusts."""
        self._loads_system_roots = True

    def _all_roots(self):
        """What is trusted; the system's are read when they are first needed."""
        if self._loads_system_roots:
            self._loads_system_roots = False
            known = set(self._roots)
            self._roots += [one for one in _trusted_by_system() if one not in known]
        return self._roots

    def get_ca_certs(self, binary_form=False):
        """The authorities that are trusted."""
        found = [one for one in self._all_roots() if _certificate(one)[1]]
        return [bytes(one) for one in found] if binary_form else [dict(_certificate(one)[0]) for one in found]

    def cert_store_stats(self):
        """How many certificates are trusted."""
        authorities = sum(1 for one in self._all_roots() if _certificate(one)[1])
        return {"x509": len(self._roots), "crl": 0, "x509_ca": authorities}

    # --- protocols
    def set_alpn_protocols(self, alpn_protocols):
        """The protocols that are offered, the best first."""
        names = [bytes(name, "ascii") for name in alpn_protocols]
        if any(not 0 < len(name) < 256 for name in names):
            raise SSLError("ALPN protocols must be 1 to 255 in length")
        self._alpn = tuple(names)

    def set_npn_protocols(self, npn_protocols):
        raise NotImplementedError("The NPN extension is not supported: ALPN came after it")

    def set_ciphers(self, ciphers, /):
        """Accepted where it leaves any cipher suite; which one is used the two sides agree on."""
        if not isinstance(ciphers, str):
            raise TypeError(f"argument must be str, not {type(ciphers).__name__}")
        known = {part for name, _, _ in _ciphers() for part in [name, *name.split("-"), *name.split("_")]}
        classes = {"DEFAULT", "ALL", "HIGH", "COMPLEMENTOFDEFAULT", "ECDHE+AESGCM", "ECDHE+CHACHA20", "@SECLEVEL=2"}
        words = [word for part in re.split(r"[:, ]+", ciphers) for word in [part, *part.split("+")]]
        if not any(word in known or word in classes or word.startswith("@SECLEVEL") for word in words):
            raise SSLError("No cipher can be selected.")

    def get_ciphers(self):
        """The cipher suites that may be agreed on."""
        row = lambda name, version, bits: {
            "name": name,
            "protocol": version,
            "strength_bits": bits,
            "alg_bits": bits,
            "aead": True,
        }
        return [row(*suite) for suite in _ciphers()]

    def load_dh_params(self, path, /):
        """Read and let be: no cipher suite here needs them."""
        _contents(path)

    def set_ecdh_curve(self, name, /):
        """Accepted for the curves that there are."""
        name = name.decode() if isinstance(name, bytes) else name
        if name not in ("prime256v1", "secp384r1", "X25519"):
            raise ValueError(f"unknown elliptic curve name {name!r}")

    @property
    def sni_callback(self):
        return self._sni_callback

    @sni_callback.setter
    def sni_callback(self, callback):
        if callback is not None and not callable(callback):
            raise TypeError("not a callable object")
        self._sni_callback = callback

    def set_servername_callback(self, server_name_callback):
        """Has a function choose a context by the name that a client asks for."""
        self.sni_callback = server_name_callback

    def _tell_of_name(self, connection, name):
        if self._sni_callback is not None:
            refused = self._sni_callback(connection, name, self)
            if refused is not None:
                raise failure(("SSL", "CALLBACK_FAILED", "callback failed", None))

    # --- connections
    def _settings(self, offered=None):
        """What the native half asks for; a server answers with a protocol that it has in common with the client."""
        alpn = self._alpn if offered is None or set(self._alpn) & set(offered) else ()
        lowest = 0x303 if self._minimum == TLSVersion.MINIMUM_SUPPORTED else int(self._minimum)
        highest = 0x304 if self._maximum == TLSVersion.MAXIMUM_SUPPORTED else int(self._maximum)
        if self._options & OP_NO_TLSv1_2:
            lowest = max(lowest, 0x304)
        if self._options & OP_NO_TLSv1_3:
            highest = min(highest, 0x303)
        if max(lowest, 0x303) > highest:
            raise failure(("SSL", "NO_PROTOCOLS_AVAILABLE", "no protocols available", None))
        roots = () if self._verify_mode == CERT_NONE else tuple(self._all_roots())
        return roots, self._chain, self._key, int(self._verify_mode), self._check_hostname, lowest, highest, alpn

    def _check_wrap(self, server_side, server_hostname):
        if server_side and server_hostname:
            raise ValueError("server_hostname can only be specified in client mode")
        if self._check_hostname and not server_hostname:
            raise ValueError("check_hostname requires server_hostname")
        if server_side and self._is_client:
            raise SSLError(0, "Cannot create a server socket with a PROTOCOL_TLS_CLIENT context (_ssl.c:1000)")
        if not server_side and self._protocol == PROTOCOL_TLS_SERVER:
            raise SSLError(0, "Cannot create a client socket with a PROTOCOL_TLS_SERVER context (_ssl.c:1000)")

    def wrap_socket(
        self,
        sock,
        server_side=False,
        do_handshake_on_connect=True,
        suppress_ragged_eofs=True,
        server_hostname=None,
        session=None,
    ):
        """A socket over another, in TLS."""
        return self.sslsocket_class._create(
            sock, server_side, do_handshake_on_connect, suppress_ragged_eofs, server_hostname, self, session
        )

    def wrap_bio(self, incoming, outgoing, server_side=False, server_hostname=None, session=None):
        """A connection between two MemoryBIOs."""
        return self.sslobject_class._create(incoming, outgoing, server_side, server_hostname, session, self)


def _warn_of(text):
    import warnings

    warnings.warn(text, DeprecationWarning, stacklevel=3)


def _contents(path):
    if not isinstance(path, (str, bytes, os.PathLike)):
        raise TypeError("certfile should be a valid filesystem path")
    try:
        with open(path, "rb") as file:
            return file.read()
    except OSError as failed:
        # OpenSSL does not tell which file.
        raise OSError(failed.errno, failed.strerror) from None


def _certificates_in(folder):
    found = []
    for name in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        path = os.path.join(folder, name)
        if os.path.isfile(path):
            found += _certificates_of(_contents(path))
    return found


def _certificates_given(data):
    """Certificates as text, or the bytes of several, one after the other."""
    if isinstance(data, str):
        if not data.isascii():
            raise TypeError("cadata should be an ASCII string or a bytes-like object")
        found = _certificates_of(data.encode())
        if not found:
            raise failure(("PEM", "NO_START_LINE", "no start line: cadata does not contain a certificate", None))
        return found
    rest, found = bytes(data), []
    while rest:
        size = _der_length(rest)
        found.append(rest[:size])
        rest = rest[size:]
    if not found:
        raise failure(("ASN1", "NOT_ENOUGH_DATA", "not enough data: cadata does not contain a certificate", None))
    return found


def _der_length(data):
    """The length of the first value of some bytes, its header with it."""
    if len(data) < 2 or data[0] != 0x30:
        raise failure(("ASN1", "NOT_ENOUGH_DATA", "not enough data: cadata does not contain a certificate", None))
    if data[1] < 0x80:
        return 2 + data[1]
    count = data[1] & 0x7F
    return 2 + count + int.from_bytes(data[2 : 2 + count], "big")


def _trusted_by_system():
    """The system's certificates; where it has none, those of the package certifi."""
    found = [bytes(one) for one in _system_roots()]
    if found:
        return found
    try:
        import certifi
    except ImportError:
        return []
    return _certificates_of(_contents(certifi.where()))


def create_default_context(purpose=Purpose.SERVER_AUTH, *, cafile=None, capath=None, cadata=None):
    """A context with the settings that are recommended."""
    if not isinstance(purpose, Purpose):
        raise TypeError(purpose)
    context = SSLContext(PROTOCOL_TLS_CLIENT if purpose == Purpose.SERVER_AUTH else PROTOCOL_TLS_SERVER)
    context.verify_flags |= VERIFY_X509_PARTIAL_CHAIN | VERIFY_X509_STRICT
    if cafile or capath or cadata:
        context.load_verify_locations(cafile, capath, cadata)
    elif context.verify_mode != CERT_NONE:
        context.load_default_certs(purpose)
    return context


def _create_unverified_context(
    protocol=None, *, cert_reqs=CERT_NONE, check_hostname=False, purpose=Purpose.SERVER_AUTH, certfile=None, keyfile=None,
    cafile=None, capath=None, cadata=None,
):  # fmt: skip
    """A context that believes every certificate."""
    if not isinstance(purpose, Purpose):
        raise TypeError(purpose)
    if protocol is None:
        protocol = PROTOCOL_TLS_CLIENT if purpose == Purpose.SERVER_AUTH else PROTOCOL_TLS_SERVER
    context = SSLContext(protocol)
    context.check_hostname = check_hostname
    context.verify_mode = cert_reqs
    if keyfile and not certfile:
        raise ValueError("certfile must be specified")
    if certfile or keyfile:
        context.load_cert_chain(certfile, keyfile)
    if cafile or capath or cadata:
        context.load_verify_locations(cafile, capath, cadata)
    elif context.verify_mode != CERT_NONE:
        context.load_default_certs(purpose)
    return context


_create_default_https_context = create_default_context
_create_stdlib_context = _create_unverified_context


def get_server_certificate(addr, ssl_version=PROTOCOL_TLS_CLIENT, ca_certs=None, timeout=...):
    """The certificate of the server at an address, as text."""

    required = CERT_NONE if ca_certs is None else CERT_REQUIRED
    context = _create_stdlib_context(ssl_version, cert_reqs=required, cafile=ca_certs)
    with create_connection(addr, timeout) as sock, context.wrap_socket(sock, server_hostname=addr[0]) as wrapped:
        return DER_cert_to_PEM_cert(wrapped.getpeercert(True))


def get_protocol_name(protocol_code):
    """The name of a protocol's number."""
    return next((name for name, value in _SSLMethod.__members__.items() if value == protocol_code), "<unknown>")


def RAND_bytes(n, /):
    """Generate n cryptographically strong pseudo-random bytes."""
    return os.urandom(n)


def RAND_status():
    """True: the system's generator needs no seed."""
    return True


def RAND_add(string, entropy, /):
    """The system's generator needs no seed."""
