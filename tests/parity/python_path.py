# cpu only: folders of modules, which have no device
# Folders that PYTHONPATH names: absolute, in order, each once, before the packages of the environment; -E and -I leave them aside.
import os
import subprocess
import sys
import tempfile

folder = os.path.realpath(tempfile.mkdtemp())
for name in ("one", "two/pkg", "three"):
    os.makedirs(os.path.join(folder, name))
for file, text in [("one/mine.py", "where = 'one'"), ("two/mine.py", "where = 'two'"), ("two/pkg/__init__.py", "from . import inner"), ("two/pkg/inner.py", "value = 5"), ("three/main.py", "import mine\nprint('script', mine.where)")]:
    with open(os.path.join(folder, file), "w") as opened:
        opened.write(text + "\n")

SHOW = f"import sys; print([path[len({folder!r}):] for path in sys.path if path.startswith({folder!r})])"
USE = "import mine, pkg; print(mine.where, pkg.inner.value)"


def shown(named, *arguments):
    environment = {**os.environ, "PYTHONPATH": named}
    done = subprocess.run([sys.executable, *arguments], cwd=folder, env=environment, capture_output=True, text=True)
    return done.stdout.strip() or "No module named 'mine'" in done.stderr


for named in ["one:two", "two:one", "one:one/:./one:two", ":one", f"{folder}/two::one", "absent:one", "one/../two", ""]:
    print(repr(named.replace(folder, "FOLDER")), shown(named, "-c", SHOW))
for named in ["one:two", "two:one"]:
    print(named, shown(named, "-c", USE), shown(named, "three/main.py"), shown(named, "-m", "mine"))
for option in ["-E", "-I", "-P", "-s"]:
    print(option, shown("one:two", option, "-c", SHOW))
print(shown("one", "-E", "-c", "import mine"))
