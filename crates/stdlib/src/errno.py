# errno: the numbers of the system's errors.

from _tensorcell.constants import errno as _numbers

globals().update(_numbers)
EWOULDBLOCK = EAGAIN = _numbers["EAGAIN"]
ENOTSUP = _numbers["EOPNOTSUPP"]
EDEADLOCK = _numbers["EDEADLK"]
errorcode = {number: name for name, number in _numbers.items()}
