# What the names of standard_library_names.py in the language do: patterns, densities, archives, servers, keyed hashes.
import dis
import genericpath
import getpass
import glob
import hmac
import io
import opcode
import os
import py_compile
import statistics
import tarfile
import types
import uuid
import zipfile


def failing(call, *args, **keywords):
    try:
        return call(*args, **keywords)
    except Exception as error:
        return f"{type(error).__name__}: {error}"


for pattern in ["*", "**/*.txt", "a/b?c/[!x]*", "**", "a/**/b", "**/**/x", ".*/?a", "", "/x//y*", "a**b", "[a-c]x]"]:
    for separators in (None, "/\\", ":"):
        print(pattern, separators, glob.translate(pattern, seps=separators))
        print("  ", glob.translate(pattern, recursive=True, include_hidden=True, seps=separators))
        print("  ", glob.translate(pattern, recursive=True, seps=separators))

for path in ["a.b", "...", ".a", "x/.a", "x/..a.b", "a.b/c", "", "a.", "x\\y.z/w"]:
    print(path, genericpath._splitext(path, "/", None, "."), genericpath._splitext(path, "\\", "/", "."))
print(failing(genericpath._check_arg_types, "f", "a", b"b"), failing(genericpath._check_arg_types, "f", 1))

data = [-2.1, -1.3, -0.4, 1.9, 5.1, 6.2]
for kernel in [
    "normal", "gauss", "logistic", "sigmoid", "rectangular", "uniform", "triangular", "parabolic", "epanechnikov",
    "quartic", "biweight", "triweight", "cosine",
]:
    density, distribution = statistics.kde(data, 1.5, kernel), statistics.kde(data, 1.5, kernel, cumulative=True)
    draw = statistics.kde_random(data, 1.5, kernel, seed=8675309)
    print(kernel, [f"{density(x):.12g} {distribution(x):.12g}" for x in (-6, -1, 0, 2.5, 7)], [f"{draw():.10g}" for _ in range(8)])
print(density.__doc__, distribution.__doc__, draw.__doc__, sep="; ")
for args in [([], 1), (["a"], 1), ([1], 0), ([1], 1, "x")]:
    print(failing(statistics.kde, *args), failing(statistics.kde_random, *args))
grown = [1.0, 2.0]
density = statistics.kde(grown, 1, "cosine")
grown.append(1.5)
print(f"{density(1):.12g}")

for link in ("/abs", "../../x"):
    member = tarfile.TarInfo("l")
    member.type, member.linkname = tarfile.SYMTYPE, link
    error = failing(tarfile.data_filter, member, "/nowhere/d")
    print(error, tarfile.AbsoluteLinkError.__mro__[1].__name__)

folder = __import__("tempfile").mkdtemp()
for name in ("p/__init__.py", "p/a.py", "p/sub/__init__.py", "p/sub/b.py", "p/no/c.py", "p/t.txt"):
    os.makedirs(os.path.join(folder, os.path.dirname(name)), exist_ok=True)
    open(os.path.join(folder, name), "w").write("x = 1\n")
with zipfile.PyZipFile(io.BytesIO(), "w") as archive:
    archive.writepy(folder + "/p")
    archive.writepy(folder + "/p/a.py", "base")
    archive.writepy(folder + "/p/no")
    archive.writepy(folder + "/p", "top", filterfunc=lambda path: not path.endswith("a.py"))
    print([name.replace(".pyc", ".py") for name in archive.namelist()], failing(archive.writepy, folder + "/p/t.txt"))

print(len(hmac.trans_5C), hmac.trans_36[:3], hmac.trans_5C[:3], getpass.GetPassWarning.__mro__[1].__name__)
print([mode.name for mode in py_compile.PycInvalidationMode], uuid.bytes_ is bytes, callable(uuid.main))
print(types.CapsuleType, failing(types.CapsuleType), opcode.hasjump == dis.hasjump, dis.cmp_op)
