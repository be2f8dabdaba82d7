# A member that `import *` brought hides no module of the package: it is found by its file.
import os
import sys
import tempfile

FILES = {
    "hidden/__init__.py": "from hidden.part import *\nfrom hidden.twin import real\n",
    "hidden/part/__init__.py": "from hidden.part.twin import *\n",
    "hidden/part/twin.py": "copy = 1\n",
    "hidden/twin.py": "real = 2\n",
}
with tempfile.TemporaryDirectory() as folder:
    for name, text in FILES.items():
        path = os.path.join(folder, name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as file:
            file.write(text)
    sys.path.insert(0, folder)
    import hidden

    print(hidden.copy, hidden.real, hidden.twin.__name__, hidden.part.twin.__name__)
    print(sorted(name for name in sys.modules if name.startswith("hidden")))
    sys.path.remove(folder)
