# Attacks by cells in a confined session: each row names an attempt and its outcome.
#
# sys.argv has the folder outside, with secret, victim, empty/ and a socket, and the number of another process and of a TCP port.
# Rows that begin with "may " must work.

import asyncio
import glob
import io
import mmap
import multiprocessing
import os
import pathlib
import pickle
import shutil
import signal
import socket
import subprocess
import sys
import tarfile
import tempfile
import threading
import urllib.request
import zipfile

import matplotlib.pyplot as plt
import numpy as np
import pandas as pd
import torch
from torch.utils.data import DataLoader, Dataset

outside, victim, port = sys.argv[1], int(sys.argv[2]), int(sys.argv[3])
secret, made, other = f"{outside}/secret", f"{outside}/made", f"{outside}/victim"


def tell(name, action):
    try:
        answer = action()
    except Exception as failed:
        told = str(failed)
        confined = "the session is confined" in told
        print(f"{name}: refused {13 if confined else repr(failed)}")
    else:
        print(f"{name}: did" if answer is not False else f"{name}: refused 13")


def write(path, mode="w"):
    with open(path, mode) as file:
        file.write("taken" if "b" not in mode else b"taken")


def import_outside():
    """An unreadable folder provides no modules."""
    sys.path.insert(0, outside)
    try:
        import secret_module  # noqa: F401
    except ModuleNotFoundError:
        return False
    finally:
        sys.path.remove(outside)


def follow(path):
    """A link to the outside, created by the test, since the session cannot create it."""
    return f"link-to-outside/{path}"


# --- reading
tell("read outside", lambda: open(secret).read())
tell("read bytes outside", lambda: open(secret, "rb").read())
tell("read by a path object", lambda: pathlib.Path(secret).read_text())
tell("read by climbing", lambda: open("../outside/secret").read())
tell("read through a link", lambda: open(follow("secret")).read())
tell("read by a descriptor", lambda: os.open(secret, os.O_RDONLY))
tell("read by io", lambda: io.FileIO(secret).read())
tell("read keys", lambda: open(os.path.expanduser("~/.ssh/id_rsa")).read())
tell("read passwords", lambda: open("/etc/shadow").read())
tell("read another's environment", lambda: open(f"/proc/{victim}/environ", "rb").read())
tell("read another's memory", lambda: open(f"/proc/{victim}/mem", "rb").read())
tell("read own memory", lambda: open("/proc/self/mem", "r+b").read(1))
tell("read through the root", lambda: open(f"/proc/self/root{secret}").read())
tell("read through the current folder", lambda: open("/proc/self/cwd/../outside/secret").read())
tell("read tables", lambda: pd.read_csv(secret))
tell("read arrays", lambda: np.load(secret))
tell("read text as arrays", lambda: np.loadtxt(secret))
tell("read tensors", lambda: torch.load(secret))
tell("read a URL of files", lambda: urllib.request.urlopen(f"file://{secret}").read())
tell("list a folder outside", lambda: os.listdir(outside))
tell("scan a folder outside", lambda: list(os.scandir(outside)))
tell("walk outside", lambda: [*os.walk(outside)] != [])
tell("find names outside", lambda: glob.glob(f"{outside}/*") != [])
tell("go outside", lambda: os.chdir(outside))
tell("map a file outside", lambda: mmap.mmap(os.open(secret, os.O_RDONLY), 0))
tell("import from outside", import_outside)

# --- writing
tell("write outside", lambda: write(made))
tell("write bytes outside", lambda: write(made, "wb"))
tell("append outside", lambda: write(other, "a"))
tell("write through a link", lambda: write(follow("made")))
tell("write a path object", lambda: pathlib.Path(made).write_text("taken"))
tell("touch outside", lambda: pathlib.Path(made).touch())
tell("cut a file", lambda: os.truncate(other, 0))
tell("remove outside", lambda: os.remove(other))
tell("remove through a link", lambda: os.remove(follow("victim")))
tell("remove a folder", lambda: os.rmdir(f"{outside}/empty"))
tell("remove a tree", lambda: shutil.rmtree(outside))
tell("remove a tree through a link", lambda: shutil.rmtree(follow("empty")))
tell("make a folder", lambda: os.makedirs(f"{made}/a"))
tell("move in", lambda: os.rename(other, "moved"))
tell("move out", lambda: os.rename("mine", made))
tell("move over", lambda: os.replace("mine", other))
tell("move by shutil", lambda: shutil.move(other, "moved"))
tell("copy in", lambda: shutil.copy(secret, "copied"))
tell("copy out", lambda: shutil.copy("mine", made))
tell("copy a tree in", lambda: shutil.copytree(outside, "copied"))
tell("link in", lambda: os.link(secret, "linked"))
tell("link out", lambda: os.link("mine", made))
tell("make a link to outside", lambda: os.symlink(secret, "new-link"))
tell("make a link that climbs", lambda: os.symlink("../../outside/secret", "sub/new-link"))
tell("make a link outside", lambda: os.symlink("x", made))
tell("make a pipe outside", lambda: os.mkfifo(made))
tell("change a mode", lambda: os.chmod(other, 0o777))
tell("change an owner", lambda: os.chown(other, 1, 1))
tell("change times", lambda: os.utime(other, (0, 0)))
tell("change the mode of a package", lambda: os.chmod(__import__("packed").__file__, 0o777))
tell("save a figure outside", lambda: (plt.plot([1]), plt.savefig(f"{outside}/made.png")))
tell("save tensors outside", lambda: torch.save(torch.ones(1), made))
tell("save arrays outside", lambda: np.save(made, np.ones(1)))
tell("pack outside", lambda: zipfile.ZipFile(made, "w"))
tell("make a temporary file outside", lambda: tempfile.NamedTemporaryFile(dir=outside))


def unpack():
    with tarfile.open("evil.tar", "w") as archive:
        info = tarfile.TarInfo(f"{outside}/made")
        info.size = 5
        archive.addfile(info, io.BytesIO(b"taken"))
    with tarfile.open("evil.tar") as archive:
        archive.extractall("unpacked", filter="fully_trusted")


tell("unpack outside", unpack)

# --- programs, processes and the network
tell("run a command", lambda: subprocess.run("id", shell=True))
tell("run a program", lambda: subprocess.Popen(["/bin/true"]))
tell("run by os.system", lambda: os.system("id"))
tell("run by popen", lambda: os.popen("id").read())
tell("spawn", lambda: os.posix_spawn("/bin/true", ["true"], {}))
tell("become a program", lambda: os.execv("/bin/true", ["true"]))
tell("fork", os.fork)
tell("run in a process", lambda: multiprocessing.Process(target=print).start())
tell("start itself", lambda: subprocess.run([sys.executable, "-c", "1"]))
tell("end a process", lambda: os.kill(victim, signal.SIGKILL))
tell("end a group", lambda: os.killpg(victim, signal.SIGKILL))
tell("unpickle a command", lambda: pickle.loads(b"cos\nsystem\n(S'id'\ntR."))
tell("open a socket", socket.socket)
tell("connect", lambda: socket.create_connection(("127.0.0.1", port)))
tell("serve", lambda: socket.create_server(("127.0.0.1", 0)))
tell("connect by a path", lambda: socket.socket(socket.AF_UNIX).connect(f"{outside}/socket"))
tell("fetch a page", lambda: urllib.request.urlopen(f"http://127.0.0.1:{port}"))


class Taking(Dataset):
    """Its workers try what the session must not do."""

    def __len__(self):
        return 4

    def __getitem__(self, index):
        actions = [
            lambda: open(secret).read(),
            lambda: write(made),
            lambda: os.kill(victim, 9),
            lambda: subprocess.run("id", shell=True),
        ]
        try:
            actions[index]()
        except OSError as failed:
            return 0.0 if "the session is confined" in str(failed) else 1.0
        except NotImplementedError:
            return 0.0
        return 1.0


tell("take from a loader's workers", lambda: float(sum(batch.sum() for batch in DataLoader(Taking(), num_workers=2))) > 0)


# --- what must work
def check(value):
    if not value:
        raise AssertionError("it did something else")


def files():
    write("own")
    os.makedirs("deep/er")
    os.rename("own", "deep/own")
    check(open("deep/own").read() == "taken" and os.listdir("deep") != [])
    shutil.copy("deep/own", "copy")
    shutil.copytree("deep", "deep-copy")
    pathlib.Path("copy").touch()
    shutil.rmtree("deep-copy")
    check(os.path.getsize("copy") == 5 and not os.path.exists("deep-copy"))


def links():
    """Removing and moving affect the link, never its target."""
    os.makedirs("kept/inner")
    write("kept/file")
    for name, target in [("to-file", "kept/file"), ("to-folder", "kept")]:
        os.symlink(target, name)
        check(os.path.islink(name) and os.readlink(name) == target and os.lstat(name).st_size == len(target))
        os.rename(name, "moved-link")
        check(os.path.islink("moved-link"))
        try:
            shutil.rmtree("moved-link")
        except OSError:
            pass
        os.remove("moved-link")
        check(not os.path.lexists("moved-link") and os.path.exists(target))
    os.makedirs("tree")
    os.symlink("../kept", "tree/link")
    shutil.rmtree("tree")
    os.symlink("nowhere", "broken")
    os.remove("broken")
    check(open("kept/file").read() == "taken" and os.path.isdir("kept/inner"))


def temporary():
    with tempfile.TemporaryDirectory() as folder:
        write(f"{folder}/x")
        shutil.move(f"{folder}/x", "from-temporary")
    with tempfile.NamedTemporaryFile("w+") as file:
        file.write("x")
    check(os.path.exists("from-temporary"))


def archives():
    with zipfile.ZipFile("a.zip", "w") as archive:
        archive.write("copy")
    zipfile.ZipFile("a.zip").extractall("unzipped")
    with tarfile.open("a.tar", "w") as archive:
        archive.add("copy")
    tarfile.open("a.tar").extractall("untarred", filter="data")
    check(open("unzipped/copy").read() == open("untarred/copy").read() == "taken")


class Squares(Dataset):
    def __len__(self):
        return 64

    def __getitem__(self, index):
        return torch.tensor([float(index)]) / 64, torch.tensor([float(index) ** 2]) / 4096


def training(device):
    model = torch.nn.Sequential(torch.nn.Linear(1, 8), torch.nn.Tanh(), torch.nn.Linear(8, 1)).to(device)
    optimizer = torch.optim.Adam(model.parameters(), lr=0.05)
    losses = []
    for _ in range(5):
        for x, y in DataLoader(Squares(), batch_size=16, num_workers=2):
            loss = torch.nn.functional.mse_loss(model(x.to(device)), y.to(device))
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            losses.append(loss.item())
    torch.save(model.state_dict(), "model.pt")
    model.load_state_dict(torch.load("model.pt"))
    check(sum(losses[-4:]) < sum(losses[:4]))


def figures():
    plt.plot([1, 2, 3])
    plt.savefig("figure.png")
    plt.savefig("figure.svg")
    plt.close()
    check(os.path.getsize("figure.png") > 100)


def tables():
    pathlib.Path("table.csv").write_text("a\n1\n2\n")
    np.save("array.npy", np.arange(3))
    check(pd.read_csv("table.csv")["a"].sum() == 3 and np.load("array.npy").sum() == 3)


def threads():
    found = []
    several = [threading.Thread(target=found.append, args=(number,)) for number in range(3)]
    for thread in several:
        thread.start()
    for thread in several:
        thread.join()

    async def later():
        await asyncio.sleep(0)
        return 1

    check(len(found) == 3 and asyncio.run(later()) == 1)


def modules():
    """Imports from the program's folder, and from the environment's packages with their data."""
    import beside
    import packed

    check(beside.value == 1 and packed.text() == "data of a package\n")


def talk():
    one, two = socket.socketpair()
    one.send(b"x")
    check(two.recv(1) == b"x")


for name, work in [
    ("may use files", files),
    ("may use links", links),
    ("may use temporary files", temporary),
    ("may use archives", archives),
    ("may train with workers", lambda: training("cpu")),
    ("may train on a device", lambda: training("cuda")),
    ("may draw", figures),
    ("may use tables", tables),
    ("may use threads", threads),
    ("may import", modules),
    ("may talk to itself", talk),
    ("may ask for random numbers", lambda: check(len(os.urandom(8)) == 8)),
    ("may write to nowhere", lambda: write(os.devnull)),
]:
    tell(name, work)
print("the end")
