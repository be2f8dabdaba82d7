# os: facts of files, permissions, times and links.
import os
import stat
import tempfile

folder = tempfile.mkdtemp()
at = lambda name: os.path.join(folder, name)
os.umask(0o022)
with open(at("a"), "w") as f:
    f.write("x" * 1000)
s = os.stat(at("a"))
print(s.st_size, s.st_nlink, oct(s.st_mode), stat.filemode(s.st_mode), stat.S_ISREG(s.st_mode), len(s))
print(s[6] == s.st_size, s[stat.ST_SIZE], type(s).__name__, s.st_uid == os.getuid(), s.st_blksize > 0)
print(isinstance(s.st_mtime, float), isinstance(s.st_mtime_ns, int), isinstance(s[8], int), int(s.st_mtime) == s[8])
print(os.stat(folder).st_mode & 0o170000 == stat.S_IFDIR, stat.filemode(os.stat(folder).st_mode))
os.utime(at("a"), (1000000000, 1500000000))
s = os.stat(at("a"))
print(s.st_atime, s.st_mtime, os.path.getmtime(at("a")), os.path.getatime(at("a")), os.path.getsize(at("a")))
os.utime(at("a"), ns=(5, 1500000000123456789))
print(os.stat(at("a")).st_mtime_ns, os.stat(at("a")).st_atime_ns)
os.utime(at("a"))
print(os.stat(at("a")).st_mtime > 1600000000)
for mode in (0o600, 0o755, 0o444, 0o4755, 0o1777):
    os.chmod(at("a"), mode)
    print(oct(stat.S_IMODE(os.stat(at("a")).st_mode)), stat.filemode(os.stat(at("a")).st_mode))
print(os.access(at("a"), os.R_OK), os.access(at("a"), os.F_OK), os.access(at("b"), os.F_OK))

os.symlink("a", at("link"))
os.symlink("nowhere", at("broken"))
os.link(at("a"), at("hard"))
print(os.readlink(at("link")), os.path.islink(at("link")), os.path.islink(at("a")), os.stat(at("a")).st_nlink)
print(os.path.exists(at("broken")), os.path.lexists(at("broken")), os.path.isfile(at("link")))
print(stat.S_ISLNK(os.lstat(at("link")).st_mode), stat.S_ISLNK(os.stat(at("link")).st_mode), os.lstat(at("link")).st_size)
print(os.path.samefile(at("a"), at("hard")), os.path.samefile(at("a"), at("link")))
print(os.path.realpath(at("link")) == os.path.realpath(at("a")), os.path.basename(os.path.realpath(at("broken"))))
os.remove(at("link"))
print(os.path.exists(at("a")), os.path.lexists(at("link")))
os.mkfifo(at("fifo"))
print(stat.filemode(os.stat(at("fifo")).st_mode)[0], stat.S_ISFIFO(os.stat(at("fifo")).st_mode))
os.mkdir(at("sub"), 0o700)
print(oct(stat.S_IMODE(os.stat(at("sub")).st_mode)))


def tried(function, *args, **kwargs):
    try:
        print("no error", function(*args, **kwargs))
    except OSError as e:
        print(type(e).__name__, e.errno, e.strerror, os.path.basename(e.filename or ""), os.path.basename(e.filename2 or ""))
    except Exception as e:
        print(type(e).__name__, e)


tried(os.stat, at("none"))
tried(os.rename, at("none"), at("other"))
os.mkdir(at("full"))
os.mkdir(at("full/x"))
tried(os.rmdir, at("full"))
os.rmdir(at("full/x"))
os.rmdir(at("full"))
tried(os.mkdir, at("sub"))
tried(os.remove, at("none"))
tried(os.readlink, at("a"))
tried(os.link, at("a"), at("hard"))
tried(os.symlink, "x", at("hard"))
tried(os.listdir, at("a"))
tried(os.chmod, at("none"), 0o600)
tried(os.utime, at("a"), (1, 2), ns=(1, 2))
tried(os.stat, None)
tried(os.stat, "a\0b")
tried(os.remove, 1.5)
tried(os.rename, at("sub"), at("a"))
os.replace(at("hard"), at("a"))
os.rename(at("sub"), at("moved"))
print(sorted(os.listdir(folder)), sorted(os.listdir(os.fsencode(folder))))
import shutil

shutil.rmtree(folder)
