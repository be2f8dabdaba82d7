# shutil: files and folders, whole.

import errno
import fnmatch
import os
import stat
from os import path as _path

from _shutil_archives import *
from _shutil_archives import Error, ExecError, ReadError, RegistryError
from _tensorcell.os import _confined

COPY_BUFSIZE = 65536


class SameFileError(Error):
    """Source and destination are one file."""


class SpecialFileError(OSError):
    """A file that cannot be copied, as a named pipe."""


# --- files
def copyfileobj(fsrc, fdst, length=0):
    """The rest of one open file to another."""
    length = length or COPY_BUFSIZE
    while block := fsrc.read(length):
        fdst.write(block)


def _is_same(src, dst):
    try:
        return _path.samefile(src, dst)
    except OSError:
        return False


def copyfile(src, dst, *, follow_symlinks=True):
    """The contents of a file to a path."""
    if _is_same(src, dst):
        raise SameFileError(f"{src!r} and {dst!r} are the same file")
    for name in (src, dst):
        try:
            mode = os.stat(name).st_mode
        except OSError:
            continue
        if stat.S_ISFIFO(mode):
            raise SpecialFileError(f"`{os.fspath(name)}` is a named pipe")
    if not follow_symlinks and _path.islink(src):
        os.symlink(os.readlink(src), dst)
        return dst
    with open(src, "rb") as source:
        try:
            target = open(dst, "wb")
        except IsADirectoryError as failed:
            if not _path.exists(dst):
                raise FileNotFoundError(errno.ENOENT, f"Directory does not exist: {dst}") from failed
            raise
        with target:
            copyfileobj(source, target)
    return dst


def copymode(src, dst, *, follow_symlinks=True):
    """The permissions of a file to another; a confined session sets none."""
    if _confined():
        return
    if not follow_symlinks and _path.islink(src) and _path.islink(dst):
        return
    os.chmod(dst, stat.S_IMODE(os.stat(src).st_mode))


def copystat(src, dst, *, follow_symlinks=True):
    """The permissions and times of a file to another; a confined session sets none."""
    if _confined():
        return
    follow = follow_symlinks or not (_path.islink(src) and _path.islink(dst))
    facts = os.stat(src, follow_symlinks=follow)
    os.utime(dst, ns=(facts.st_atime_ns, facts.st_mtime_ns), follow_symlinks=follow)
    if follow:
        os.chmod(dst, stat.S_IMODE(facts.st_mode))


def _target(src, dst):
    return _path.join(dst, _path.basename(src)) if _path.isdir(dst) else dst


def copy(src, dst, *, follow_symlinks=True):
    """A file with its permissions to a path or into a folder."""
    dst = _target(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copymode(src, dst, follow_symlinks=follow_symlinks)
    return dst


def copy2(src, dst, *, follow_symlinks=True):
    """A file with its permissions and times to a path or into a folder."""
    dst = _target(src, dst)
    copyfile(src, dst, follow_symlinks=follow_symlinks)
    copystat(src, dst, follow_symlinks=follow_symlinks)
    return dst


# --- folders
def ignore_patterns(*patterns):
    """For copytree: leaves out names that match."""

    def ignored(folder, names):
        return {name for pattern in patterns for name in fnmatch.filter(names, pattern)}

    return ignored


def copytree(src, dst, symlinks=False, ignore=None, copy_function=copy2, ignore_dangling_symlinks=False, dirs_exist_ok=False):
    """A folder with all in it."""
    with os.scandir(src) as scan:
        entries = list(scan)
    left_out = ignore(os.fspath(src), [entry.name for entry in entries]) if ignore else set()
    os.makedirs(dst, exist_ok=dirs_exist_ok)
    failures = []
    for entry in entries:
        if entry.name in left_out:
            continue
        target = _path.join(dst, entry.name)
        try:
            if entry.is_symlink() and symlinks:
                os.symlink(os.readlink(entry.path), target)
                copystat(entry.path, target, follow_symlinks=False)
            elif entry.is_symlink() and not _path.exists(entry.path) and ignore_dangling_symlinks:
                continue
            elif entry.is_dir():
                copytree(entry.path, target, symlinks, ignore, copy_function, ignore_dangling_symlinks, dirs_exist_ok)
            else:
                copy_function(entry if copy_function in (copy, copy2) else entry.path, target)
        except Error as failed:
            failures.extend(failed.args[0])
        except OSError as failed:
            failures.append((entry.path, target, str(failed)))
    try:
        copystat(src, dst)
    except OSError as failed:
        failures.append((src, dst, str(failed)))
    if failures:
        raise Error(failures)
    return dst


def rmtree(path, ignore_errors=False, onerror=None, *, onexc=None, dir_fd=None):
    """Removes a folder with all in it."""

    def tell(function, name, failed):
        if ignore_errors:
            return
        if onexc is not None:
            onexc(function, name, failed)
        elif onerror is not None:
            onerror(function, name, (type(failed), failed, failed.__traceback__))
        else:
            raise failed

    try:
        if stat.S_ISLNK(os.lstat(path).st_mode):
            raise OSError("Cannot call rmtree on a symbolic link")
    except OSError as failed:
        tell(os.lstat if failed.errno else _path.islink, path, failed)
        return
    _remove_below(path, tell)
    try:
        os.rmdir(path, dir_fd=dir_fd)
    except OSError as failed:
        tell(os.rmdir, path, failed)


def _remove_below(path, tell):
    try:
        with os.scandir(path) as scan:
            entries = list(scan)
    except OSError as failed:
        tell(os.scandir, path, failed)
        return
    for entry in entries:
        function = os.rmdir if entry.is_dir(follow_symlinks=False) else os.unlink
        if function is os.rmdir:
            _remove_below(entry.path, tell)
        try:
            function(entry.path)
        except FileNotFoundError:
            continue
        except OSError as failed:
            tell(function, entry.path, failed)


rmtree.avoids_symlink_attacks = False


def move(src, dst, copy_function=copy2):
    """A file or folder to another path."""
    target = dst
    if _path.isdir(dst):
        if _is_same(src, dst):
            os.rename(src, dst)
            return None
        target = _path.join(dst, _path.basename(os.fspath(src).rstrip(os.sep)))
        if _path.exists(target):
            raise Error(f"Destination path '{target}' already exists")
    try:
        os.rename(src, target)
    except OSError:
        if _path.isdir(src) and not _path.islink(src) and _is_below(target, src):
            raise Error(f"Cannot move a directory '{src}' into itself '{dst}'.") from None
        _move_by_copy(src, target, copy_function)
    return target


def _is_below(path, folder):
    return (_path.abspath(path) + os.sep).startswith(_path.abspath(folder) + os.sep)


def _move_by_copy(src, target, copy_function):
    if _path.islink(src):
        os.symlink(os.readlink(src), target)
        os.unlink(src)
    elif _path.isdir(src):
        copytree(src, target, copy_function=copy_function, symlinks=True)
        rmtree(src)
    else:
        copy_function(src, target)
        os.unlink(src)


# --- the machine
class _usage(tuple):
    """Bytes of a file system."""

    total = property(lambda self: self[0])
    used = property(lambda self: self[1])
    free = property(lambda self: self[2])

    def __repr__(self):
        return f"usage(total={self[0]}, used={self[1]}, free={self[2]})"


def disk_usage(path):
    """The bytes of a file system: total, used and free."""
    facts = os.statvfs(path)
    used = (facts.f_blocks - facts.f_bfree) * facts.f_frsize
    return _usage((facts.f_blocks * facts.f_frsize, used, facts.f_bavail * facts.f_frsize))


def chown(path, user=None, group=None, *, dir_fd=None, follow_symlinks=True):
    """Changes the owner and the group, by name or number."""
    if user is None and group is None:
        raise ValueError("user and/or group must be set")
    import grp
    import pwd

    uid, gid = -1 if user is None else user, -1 if group is None else group
    if isinstance(user, str):
        try:
            uid = pwd.getpwnam(user).pw_uid
        except KeyError:
            raise LookupError(f"no such user: {user!r}") from None
    if isinstance(group, str):
        try:
            gid = grp.getgrnam(group).gr_gid
        except KeyError:
            raise LookupError(f"no such group: {group!r}") from None
    os.chown(path, uid, gid, dir_fd=dir_fd, follow_symlinks=follow_symlinks)


def get_terminal_size(fallback=(80, 24)):
    """The columns and lines of the terminal: what the environment says, else the terminal, else the fallback."""
    sizes = [os.environ.get(name, "") for name in ("COLUMNS", "LINES")]
    sizes = [int(size) if size.isdigit() else 0 for size in sizes]
    if 0 in sizes:
        try:
            found = os.get_terminal_size(1)
        except OSError:
            found = fallback
        sizes = [size or own or other for size, own, other in zip(sizes, found, fallback)]
    return os.terminal_size(sizes)


def which(cmd, mode=os.F_OK | os.X_OK, path=None):
    """The path of a program; None where there is none."""

    def runs(name):
        return _path.exists(name) and os.access(name, mode) and not _path.isdir(name)

    if _path.dirname(cmd):
        return cmd if runs(cmd) else None
    if path is None:
        path = os.environ.get("PATH", os.defpath)
    if not path:
        return None
    seen = set()
    for folder in os.fsdecode(path).split(os.pathsep):
        if folder in seen:
            continue
        seen.add(folder)
        name = _path.join(folder, os.fsdecode(cmd))
        if runs(name):
            return name if isinstance(cmd, str) or hasattr(cmd, "__fspath__") else os.fsencode(name)
    return None
