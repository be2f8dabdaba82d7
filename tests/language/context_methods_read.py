# __enter__ and __exit__ read as attributes of streams.
import io, contextlib
for obj in (io.StringIO(), open("Cargo.toml")):
    e = getattr(obj, "__enter__"); x = getattr(obj, "__exit__")
    print(e() is obj, x(None, None, None), hasattr(type(obj), "__enter__"))
