# http: all statuses and methods, with phrases and descriptions.
import http
import pickle
from http import HTTPMethod, HTTPStatus
from http.server import BaseHTTPRequestHandler

for name, status in HTTPStatus.__members__.items():
    print(name, repr(status), status.phrase, "|", status.description, status.is_success)
for method in HTTPMethod:
    print(repr(method), method, method.value, method.description, method == method.value)
print(len(HTTPStatus), HTTPStatus(413), HTTPStatus.REQUEST_URI_TOO_LONG is HTTPStatus.URI_TOO_LONG, http.__all__)
print(pickle.loads(pickle.dumps(HTTPStatus.OK)) is HTTPStatus.OK, pickle.loads(pickle.dumps(HTTPMethod.GET)) is HTTPMethod.GET)
print(BaseHTTPRequestHandler.responses[404])
try:
    HTTPStatus(999)
except ValueError as error:
    print(error)
