# zipfile, tarfile and shutil pack with everything that compresses.
import io
import os
import shutil
import tarfile
import tempfile
import zipfile

DATA = b"the same line again and again\n" * 500

for method in (zipfile.ZIP_STORED, zipfile.ZIP_DEFLATED, zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA):
    memory = io.BytesIO()
    with zipfile.ZipFile(memory, "w", method) as archive:
        archive.writestr("data.txt", DATA)
        archive.writestr("empty", b"")
    with zipfile.ZipFile(memory) as archive:
        info = archive.getinfo("data.txt")
        print(method, info.compress_type, info.file_size, archive.read("data.txt") == DATA, archive.read("empty"), archive.testzip())
try:
    zipfile.ZipFile(io.BytesIO(), "w", 99)
except NotImplementedError as error:
    print(error)

with tempfile.TemporaryDirectory() as folder:
    for packing in ("", "gz", "bz2", "xz"):
        path = os.path.join(folder, "archive.tar")
        with tarfile.open(path, f"w:{packing}") as archive:
            info = tarfile.TarInfo("data.txt")
            info.size = len(DATA)
            archive.addfile(info, io.BytesIO(DATA))
        for mode in ("r", "r:*", f"r:{packing}"):
            with tarfile.open(path, mode) as archive:
                print(packing, mode, archive.getnames(), archive.extractfile("data.txt").read() == DATA)
        print(tarfile.is_tarfile(path))
    for mode in ("r:gz", "r:bz2"):
        try:
            tarfile.open(path, mode)
        except tarfile.ReadError as error:
            print(mode, error)
    source = os.path.join(folder, "source")
    os.mkdir(source)
    with open(os.path.join(source, "a.txt"), "wb") as file:
        file.write(DATA)
    for format in ("bztar", "xztar", "gztar", "zip"):
        made = shutil.make_archive(os.path.join(folder, "made"), format, source)
        target = os.path.join(folder, "target-" + format)
        shutil.unpack_archive(made, target)
        with open(os.path.join(target, "a.txt"), "rb") as file:
            print(format, os.path.basename(made), file.read() == DATA)
    print([name for name, _ in shutil.get_archive_formats()], [name for name, _, _ in shutil.get_unpack_formats()])
