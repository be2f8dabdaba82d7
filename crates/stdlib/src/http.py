# http: the protocol of the web.

from enum import Enum, IntEnum

_PHRASES = {
    100: "Continue",
    101: "Switching Protocols",
    102: "Processing",
    103: "Early Hints",
    200: "OK",
    201: "Created",
    202: "Accepted",
    203: "Non-Authoritative Information",
    204: "No Content",
    205: "Reset Content",
    206: "Partial Content",
    207: "Multi-Status",
    208: "Already Reported",
    226: "IM Used",
    300: "Multiple Choices",
    301: "Moved Permanently",
    302: "Found",
    303: "See Other",
    304: "Not Modified",
    305: "Use Proxy",
    307: "Temporary Redirect",
    308: "Permanent Redirect",
    400: "Bad Request",
    401: "Unauthorized",
    402: "Payment Required",
    403: "Forbidden",
    404: "Not Found",
    405: "Method Not Allowed",
    406: "Not Acceptable",
    407: "Proxy Authentication Required",
    408: "Request Timeout",
    409: "Conflict",
    410: "Gone",
    411: "Length Required",
    412: "Precondition Failed",
    415: "Unsupported Media Type",
    417: "Expectation Failed",
    418: "I'm a Teapot",
    421: "Misdirected Request",
    423: "Locked",
    424: "Failed Dependency",
    425: "Too Early",
    426: "Upgrade Required",
    428: "Precondition Required",
    429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    451: "Unavailable For Legal Reasons",
    500: "Internal Server Error",
    501: "Not Implemented",
    502: "Bad Gateway",
    503: "Service Unavailable",
    504: "Gateway Timeout",
    505: "HTTP Version Not Supported",
    506: "Variant Also Negotiates",
    507: "Insufficient Storage",
    508: "Loop Detected",
    510: "Not Extended",
    511: "Network Authentication Required",
}


def _name(phrase):
    if phrase == "I'm a Teapot":
        return "IM_A_TEAPOT"
    return phrase.upper().replace("-", "_").replace(" ", "_")


_MEMBERS = {_name(phrase): code for code, phrase in _PHRASES.items()}
_MEMBERS["REQUEST_ENTITY_TOO_LARGE"], _MEMBERS["REQUEST_URI_TOO_LONG"] = 413, 414
_MEMBERS["REQUESTED_RANGE_NOT_SATISFIABLE"], _MEMBERS["UNPROCESSABLE_ENTITY"] = 416, 422
_PHRASES.update({413: "Request Entity Too Large", 414: "Request-URI Too Long"})
_PHRASES.update({416: "Requested Range Not Satisfiable", 422: "Unprocessable Entity"})


class _Status(IntEnum):
    """What the codes of answers tell."""

    @property
    def phrase(self):
        return _PHRASES[self.value]

    @property
    def description(self):
        return ""

    is_informational = property(lambda self: 100 <= self.value <= 199)
    is_success = property(lambda self: 200 <= self.value <= 299)
    is_redirection = property(lambda self: 300 <= self.value <= 399)
    is_client_error = property(lambda self: 400 <= self.value <= 499)
    is_server_error = property(lambda self: 500 <= self.value <= 599)


HTTPStatus = _Status("HTTPStatus", sorted(_MEMBERS.items(), key=lambda item: item[1]), module="http")
HTTPMethod = Enum(
    "HTTPMethod",
    {name: name for name in "CONNECT DELETE GET HEAD OPTIONS PATCH POST PUT TRACE".split()},
    type=str,
    module="http",
)
