# platform: facts about the machine and about this program.

import collections as _collections
import functools as _functools
import os as _os
import sys as _sys

# --- the machine
_Names = _collections.namedtuple("uname_result", "system node release version machine")


class uname_result(_Names):
    """What the system says of itself; the name of its processor is found out when it is asked for."""

    _fields = (*_Names._fields, "processor")

    @_functools.cached_property
    def processor(self):
        return ""

    @classmethod
    def _make(cls, iterable):
        made = cls.__new__(cls, *list(iterable)[:5])
        return made

    def __iter__(self):
        return iter((*_Names.__iter__(self), self.processor))

    def __getitem__(self, key):
        return tuple(self)[key]

    def __len__(self):
        return len(self._fields)

    def __reduce__(self):
        return uname_result, tuple(self)[:5]


@_functools.cache
def uname():
    """The system's names and versions."""
    return uname_result(*_os.uname())


def system():
    """The system's name, such as 'Linux'."""
    return uname().system


def node():
    """The machine's name in the network."""
    return uname().node


def release():
    """The system's release."""
    return uname().release


def version():
    """The system's version."""
    return uname().version


def machine():
    """The machine's type, such as 'x86_64'."""
    return uname().machine


def processor():
    """The processor's name; '' where the system does not tell it."""
    return uname().processor


def architecture(executable=_sys.executable, bits="", linkage=""):
    """How many bits a pointer has, and the form of programs."""
    return bits or "64bit", linkage or "ELF"


def libc_ver(executable=None, lib="", version="", chunksize=16384):
    """The C library and its version."""
    found = _os.confstr("CS_GNU_LIBC_VERSION") if executable is None else None
    words = (found or "").split(maxsplit=1)
    return tuple(words) if len(words) == 2 else (lib, version)


def freedesktop_os_release():
    """What the system's distribution says of itself."""
    for name in ("/etc/os-release", "/usr/lib/os-release"):
        try:
            with open(name, encoding="utf-8") as file:
                return _os_release(file)
        except OSError as error:
            last = error
    raise OSError(last.errno, "Unable to read files /etc/os-release, /usr/lib/os-release")


def _os_release(lines):
    import re

    found = {"NAME": "Linux", "ID": "linux", "PRETTY_NAME": "Linux"}
    for line in lines:
        match = re.match(r"""^(?P<name>[a-zA-Z0-9_]+)=(?P<quote>["']?)(?P<value>.*)(?P=quote)$""", line)
        if match:
            found[match["name"]] = re.sub(r"\\([\\\$\"'`])", r"\1", match["value"])
    return found


def platform(aliased=False, terse=False):
    """The system as one word."""
    words = [system(), release(), machine(), processor()]
    if libc := "".join(libc_ver()):
        words += ["with", libc]
    return "-".join(word.strip().replace(" ", "_") for word in words if word)


def system_alias(system, release, version):
    """The names that a system is sold under."""
    if system == "SunOS" and release >= "5":
        major, _, rest = release.partition(".")
        release = f"{int(major) - 3}.{rest}" if major.isdigit() else release
        system = "Solaris" if release < "6" else system
    elif system in ("win32", "win16"):
        system = "Windows"
    return system, release, version


# --- this program
def python_implementation():
    return "TensorCell"


def python_version():
    """The version of the language, such as '3.13.0'."""
    return "{}.{}.{}".format(*_sys.version_info)


def python_version_tuple():
    return tuple(python_version().split("."))


def python_branch():
    return ""


def python_revision():
    return ""


def python_build():
    """The number and date of the build: it has none."""
    return "", ""


def python_compiler():
    return "rustc"


# --- other systems
IOSVersionInfo = _collections.namedtuple("IOSVersionInfo", "system release model is_simulator")
AndroidVer = _collections.namedtuple("AndroidVer", "release api_level manufacturer model device is_emulator")


def java_ver(release="", vendor="", vminfo=("", "", ""), osinfo=("", "", "")):
    return release, vendor, vminfo, osinfo


def win32_ver(release="", version="", csd="", ptype=""):
    return release, version, csd, ptype


def win32_edition():
    return None


def win32_is_iot():
    return False


def mac_ver(release="", versioninfo=("", "", ""), machine=""):
    return release, versioninfo, machine


def ios_ver(system="", release="", model="", is_simulator=False):
    return IOSVersionInfo(system, release, model, is_simulator)


def android_ver(release="", api_level=0, manufacturer="", model="", device="", is_emulator=False):
    return AndroidVer(release, api_level, manufacturer, model, device, is_emulator)
