# Paths anywhere: absolute, above the current folder, and through links.
import glob
import os
import pathlib
import shutil
import tempfile

with open("/etc/passwd") as f:
    print(f.readline().startswith("root:"), f.name)
print(os.path.exists("/etc/passwd"), os.path.isdir("/usr"), "passwd" in os.listdir("/etc"), glob.glob("/etc/passw?"))
print(pathlib.Path("/etc/passwd").read_text().count("\n") > 1, os.stat("/etc").st_mode & 0o777 > 0)
here = os.getcwd()
up = os.path.relpath("/", here)
print(set(up.split("/")) == {".."}, os.path.samefile(up, "/"), os.path.isfile(os.path.join(up, "etc", "passwd")))
with open(os.path.join(up, "etc/passwd")) as f:
    print(f.readline()[:5])
top = tempfile.mkdtemp()
inside, outside = os.path.join(top, "inside"), os.path.join(top, "outside")
os.mkdir(inside)
os.mkdir(outside)
with open(os.path.join(outside, "data.txt"), "w") as f:
    f.write("from outside\n")
os.symlink(outside, os.path.join(inside, "link"))
print(open(os.path.join(inside, "..", "outside", "data.txt")).read())
print(open(os.path.join(inside, "link", "data.txt")).read(), os.listdir(os.path.join(inside, "link")))
fd = os.open(inside, os.O_RDONLY)
print(os.stat("../outside/data.txt", dir_fd=fd).st_size, os.listdir(fd))
os.mkdir("made", dir_fd=fd)
handle = os.open("made/file", os.O_CREAT | os.O_WRONLY, dir_fd=fd)
os.write(handle, b"x")
os.close(handle)
print(os.listdir(os.path.join(inside, "made")), os.readlink("link", dir_fd=fd) == outside)
os.rename("made/file", "../outside/moved", src_dir_fd=fd, dst_dir_fd=fd)
os.rmdir("made", dir_fd=fd)
os.unlink("link", dir_fd=fd)
os.close(fd)
print(sorted(os.listdir(outside)), os.listdir(inside), os.path.exists(os.path.join(outside, "data.txt")))
shutil.copy("/etc/passwd", outside)
shutil.move(os.path.join(outside, "passwd"), os.path.join(inside, "copied"))
print(os.path.getsize(os.path.join(inside, "copied")) == os.path.getsize("/etc/passwd"))
with open("/dev/null", "w") as f:
    print(f.write("gone"), f.isatty())
print(open("/dev/null").read() == "", len(open("/dev/zero", "rb").read(100)), os.path.realpath("/dev/../etc/./passwd"))
print(open("/proc/self/status").readline().split(":")[0], os.path.islink("/proc/self"))
shutil.rmtree(top)
