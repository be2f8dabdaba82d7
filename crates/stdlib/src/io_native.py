# The classes of io under the name of CPython's native module.

from io import (
    DEFAULT_BUFFER_SIZE,
    BlockingIOError,
    BufferedRandom,
    BufferedReader,
    BufferedRWPair,
    BufferedWriter,
    BytesIO,
    FileIO,
    IncrementalNewlineDecoder,
    StringIO,
    TextIOWrapper,
    UnsupportedOperation,
    open,
    open_code,
    text_encoding,
)
from io import BufferedIOBase as _BufferedIOBase
from io import IOBase as _IOBase
from io import RawIOBase as _RawIOBase
from io import TextIOBase as _TextIOBase
