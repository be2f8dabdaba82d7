# _ssl_names: the numbers and the errors of ssl.

from enum import IntEnum, IntFlag

__name__ = "ssl"

OPENSSL_VERSION = "OpenSSL 3.0.0 (rustls)"
OPENSSL_VERSION_INFO = (3, 0, 0, 0, 0)
OPENSSL_VERSION_NUMBER = 0x30000000
HAS_SNI = HAS_ECDH = HAS_ALPN = HAS_TLSv1_2 = HAS_TLSv1_3 = True
HAS_NPN = HAS_SSLv2 = HAS_SSLv3 = HAS_TLSv1 = HAS_TLSv1_1 = HAS_NEVER_CHECK_COMMON_NAME = HAS_PSK = False
CHANNEL_BINDING_TYPES = []


class _SSLMethod(IntEnum):
    PROTOCOL_TLS = 2
    PROTOCOL_SSLv23 = 2
    PROTOCOL_TLSv1 = 3
    PROTOCOL_TLSv1_1 = 4
    PROTOCOL_TLSv1_2 = 5
    PROTOCOL_TLS_CLIENT = 16
    PROTOCOL_TLS_SERVER = 17


class TLSVersion(IntEnum):
    MINIMUM_SUPPORTED = -2
    SSLv3 = 768
    TLSv1 = 769
    TLSv1_1 = 770
    TLSv1_2 = 771
    TLSv1_3 = 772
    MAXIMUM_SUPPORTED = -1


class VerifyMode(IntEnum):
    CERT_NONE = 0
    CERT_OPTIONAL = 1
    CERT_REQUIRED = 2


class VerifyFlags(IntFlag):
    VERIFY_DEFAULT = 0
    VERIFY_CRL_CHECK_LEAF = 4
    VERIFY_CRL_CHECK_CHAIN = 12
    VERIFY_X509_STRICT = 32
    VERIFY_ALLOW_PROXY_CERTS = 64
    VERIFY_X509_TRUSTED_FIRST = 32768
    VERIFY_X509_PARTIAL_CHAIN = 524288


class Options(IntFlag):
    OP_ALL = 2147483728
    OP_NO_SSLv2 = 0
    OP_NO_SSLv3 = 33554432
    OP_NO_TLSv1 = 67108864
    OP_NO_TLSv1_1 = 268435456
    OP_NO_TLSv1_2 = 134217728
    OP_NO_TLSv1_3 = 536870912
    OP_CIPHER_SERVER_PREFERENCE = 4194304
    OP_SINGLE_DH_USE = 0
    OP_SINGLE_ECDH_USE = 0
    OP_NO_COMPRESSION = 131072
    OP_NO_TICKET = 16384
    OP_NO_RENEGOTIATION = 1073741824
    OP_ENABLE_MIDDLEBOX_COMPAT = 1048576
    OP_ENABLE_KTLS = 8
    OP_IGNORE_UNEXPECTED_EOF = 128
    OP_LEGACY_SERVER_CONNECT = 4


class SSLErrorNumber(IntEnum):
    SSL_ERROR_SSL = 1
    SSL_ERROR_WANT_READ = 2
    SSL_ERROR_WANT_WRITE = 3
    SSL_ERROR_WANT_X509_LOOKUP = 4
    SSL_ERROR_SYSCALL = 5
    SSL_ERROR_ZERO_RETURN = 6
    SSL_ERROR_WANT_CONNECT = 7
    SSL_ERROR_EOF = 8
    SSL_ERROR_INVALID_ERROR_CODE = 10


_ALERTS = {
    "CLOSE_NOTIFY": 0, "UNEXPECTED_MESSAGE": 10, "BAD_RECORD_MAC": 20, "RECORD_OVERFLOW": 22, "DECOMPRESSION_FAILURE": 30,
    "HANDSHAKE_FAILURE": 40, "BAD_CERTIFICATE": 42, "UNSUPPORTED_CERTIFICATE": 43, "CERTIFICATE_REVOKED": 44,
    "CERTIFICATE_EXPIRED": 45, "CERTIFICATE_UNKNOWN": 46, "ILLEGAL_PARAMETER": 47, "UNKNOWN_CA": 48, "ACCESS_DENIED": 49,
    "DECODE_ERROR": 50, "DECRYPT_ERROR": 51, "PROTOCOL_VERSION": 70, "INSUFFICIENT_SECURITY": 71, "INTERNAL_ERROR": 80,
    "USER_CANCELLED": 90, "NO_RENEGOTIATION": 100, "UNSUPPORTED_EXTENSION": 110, "CERTIFICATE_UNOBTAINABLE": 111,
    "UNRECOGNIZED_NAME": 112, "BAD_CERTIFICATE_STATUS_RESPONSE": 113, "BAD_CERTIFICATE_HASH_VALUE": 114,
    "UNKNOWN_PSK_IDENTITY": 115,
}  # fmt: skip
AlertDescription = IntEnum("AlertDescription", {f"ALERT_DESCRIPTION_{name}": number for name, number in _ALERTS.items()})


class SSLError(OSError):
    """An error of TLS: its library and reason beside its text."""

    library = reason = None

    def __str__(self):
        return self.strerror if isinstance(self.strerror, str) else str(self.args)


class SSLZeroReturnError(SSLError):
    """SSL/TLS session closed cleanly."""


class SSLWantReadError(SSLError):
    """Non-blocking SSL socket needs to read more data before the requested operation can be completed."""


class SSLWantWriteError(SSLError):
    """Non-blocking SSL socket needs to write more data before the requested operation can be completed."""


class SSLSyscallError(SSLError):
    """System error when attempting SSL operation."""


class SSLEOFError(SSLError):
    """SSL/TLS connection terminated abruptly."""


class SSLCertVerificationError(SSLError, ValueError):
    """A certificate could not be verified."""

    verify_code = verify_message = None


CertificateError = SSLCertVerificationError

for _enum in (_SSLMethod, VerifyMode, VerifyFlags, Options, SSLErrorNumber, AlertDescription):
    globals().update(_enum.__members__)
del _enum


def failure(told, hostname=None):
    """The exception for what the native half tells: (library, reason, text, number of the check or None)."""
    library, reason, text, number = told
    if number is None:
        return _filled(SSLError(1, f"[{library}: {reason}] {text} (_ssl.c:1000)"), library, reason)
    number, text = _check_told(number, text, hostname)
    error = SSLCertVerificationError(1, f"[SSL: {reason}] certificate verify failed: {text} (_ssl.c:1000)")
    error.verify_code, error.verify_message = number, text
    return _filled(error, library, reason)


def _filled(error, library, reason):
    error.library, error.reason = library, reason
    return error


def _check_told(number, text, hostname):
    """As OpenSSL tells a check: names with the name."""
    if number != 62:
        return number, text
    if hostname is not None and (hostname.replace(".", "").isdigit() or ":" in hostname):
        return 64, f"IP address mismatch, certificate is not valid for '{hostname}'."
    return 62, f"Hostname mismatch, certificate is not valid for '{hostname}'."


def eof():
    """The exception for a connection that ends without a farewell."""
    text = "[SSL: UNEXPECTED_EOF_WHILE_READING] EOF occurred in violation of protocol (_ssl.c:1000)"
    return _filled(SSLEOFError(int(SSLErrorNumber.SSL_ERROR_EOF), text), "SSL", "UNEXPECTED_EOF_WHILE_READING")
