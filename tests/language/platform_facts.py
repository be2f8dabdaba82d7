# platform: what the system, its library and its distribution say of themselves.
import os
import pickle
import platform

names = platform.uname()
print(
    names == platform.uname(),
    list(names) == [*os.uname(), platform.processor()],
    len(names),
    names[0],
    names[-1] == names.processor,
)
print(names.system, names._fields, type(names).__name__, repr(names) == repr(platform.uname()))
print(pickle.loads(pickle.dumps(names)) == names)
print(
    platform.node() == os.uname().nodename, platform.release() == os.uname().release, platform.version() == os.uname().version
)
print(platform.machine() == os.uname().machine, platform.architecture())
print(platform.libc_ver()[0], platform.libc_ver()[1] == os.confstr("CS_GNU_LIBC_VERSION").split()[1])
long, short = platform.platform(), platform.platform(terse=True)
print(long.startswith("Linux-" + platform.release().replace(" ", "_")), long.endswith("with-" + "".join(platform.libc_ver())))
print(long == platform.platform(aliased=True), long.count("-with-"), long == short)
print(
    platform.system_alias("Linux", "5", "x"),
    platform.system_alias("SunOS", "5.2", "x"),
    platform.system_alias("win32", "1", "x"),
)
print(
    platform.freedesktop_os_release()["ID"] == platform.freedesktop_os_release()["ID"],
    "NAME" in platform.freedesktop_os_release(),
)
print(platform.win32_ver(), platform.mac_ver(), platform.win32_edition(), platform.win32_is_iot())
print(platform.python_version_tuple() == tuple(platform.python_version().split(".")), len(platform.python_build()))

for name in ("CS_PATH", "CS_LFS64_CFLAGS", "CS_LFS_CFLAGS", "CS_XBS5_LP64_OFF64_CFLAGS", 0, "nothing", 99999, None, 1.5):
    try:
        print(name, repr(os.confstr(name)))
    except (OSError, TypeError, ValueError) as error:
        print(name, type(error).__name__, error)
print(sorted(os.confstr_names.items()))
