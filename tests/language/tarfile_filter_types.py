# Filters of archives: names, permissions and links, for each type of file.
import tarfile

for kind in (tarfile.REGTYPE, tarfile.DIRTYPE, tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.FIFOTYPE):
    for name, mode, link in (("/a", 0o4777, "b"), ("x/y", 0o644, "../../b"), ("x/y", None, "../b"), ("../up", 0o100, "b"), ("z", 0o70, "/b")):
        member = tarfile.TarInfo(name)
        member.type, member.mode, member.linkname, member.uname = kind, mode, link, "someone"
        for check in (tarfile.tar_filter, tarfile.data_filter, tarfile.fully_trusted_filter):
            try:
                made = check(member, "/nowhere/d")
                print(kind, made.name, made.mode, made.linkname, made.uid, made.uname)
            except tarfile.FilterError as error:
                print(kind, type(error).__name__, error, error.tarinfo is member)
