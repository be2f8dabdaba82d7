"""`torch.hub`: weights by their address, and models by the `hubconf.py` of a folder."""

import hashlib
import importlib.util
import os
import re
import shutil
import sys
import tempfile
from contextlib import contextmanager
from urllib.parse import urlparse
from urllib.request import Request, urlopen

import torch

__all__ = ["download_url_to_file", "get_dir", "help", "list", "load", "load_state_dict_from_url", "set_dir"]

# The first digits of a file's checksum: resnet18-bfd8deac.pth
HASH_REGEX = re.compile(r"-([a-f0-9]*)\.")
READ_DATA_CHUNK = 128 * 1024

_hub_dir = None


def _get_torch_home():
    cache = os.getenv("XDG_CACHE_HOME", "~/.cache")
    return os.path.expanduser(os.getenv("TORCH_HOME", os.path.join(cache, "torch")))


def get_dir():
    """The folder that downloads are kept in: `$TORCH_HOME/hub`, unless `set_dir` named another."""
    return os.path.join(_get_torch_home(), "hub") if _hub_dir is None else _hub_dir


def set_dir(d):
    """Keeps downloads in another folder."""
    global _hub_dir
    _hub_dir = os.path.expanduser(d)


def _progress(total, disable):
    try:
        from tqdm import tqdm
    except ImportError:
        return None
    return tqdm(total=total, disable=disable, unit="B", unit_scale=True, unit_divisor=1024)


def _receive(answer, file, digest, bar):
    while chunk := answer.read(READ_DATA_CHUNK):
        file.write(chunk)
        digest.update(chunk)
        if bar is not None:
            bar.update(len(chunk))
    if bar is not None:
        bar.close()


def download_url_to_file(url, dst, hash_prefix=None, progress=True):
    """Downloads a file. It appears at its place when it is whole and its SHA256 begins with `hash_prefix`."""
    dst, digest = os.path.expanduser(dst), hashlib.sha256()
    with tempfile.TemporaryDirectory(dir=os.path.dirname(os.path.abspath(dst))) as folder:
        part = os.path.join(folder, "part")
        with urlopen(Request(url, headers={"User-Agent": "torch.hub"})) as answer, open(part, "wb") as file:
            length = answer.headers.get("Content-Length")
            _receive(answer, file, digest, _progress(int(length) if length else None, not progress))
        if hash_prefix is not None and not digest.hexdigest().startswith(hash_prefix):
            raise RuntimeError(f'invalid hash value (expected "{hash_prefix}", got "{digest.hexdigest()}")')
        shutil.move(part, dst)


def load_state_dict_from_url(
    url, model_dir=None, map_location=None, progress=True, check_hash=False, file_name=None, weights_only=False
):
    """Returns the result of `torch.load` for a URL's file, which is downloaded once."""
    model_dir = os.path.join(get_dir(), "checkpoints") if model_dir is None else model_dir
    os.makedirs(model_dir, exist_ok=True)
    filename = file_name if file_name is not None else os.path.basename(urlparse(url).path)
    kept = os.path.join(model_dir, filename)
    if not os.path.exists(kept):
        print(f'Downloading: "{url}" to {kept}')
        digits = HASH_REGEX.search(filename) if check_hash else None
        download_url_to_file(url, kept, digits and digits.group(1), progress=progress)
    return torch.load(kept, map_location=map_location, weights_only=weights_only)


@contextmanager
def _hubconf(folder):
    """Imports a folder's `hubconf.py`, whose own imports search that folder first."""
    sys.path.insert(0, folder)
    try:
        spec = importlib.util.spec_from_file_location("hubconf.py", os.path.join(folder, "hubconf.py"))
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        missing = [name for name in getattr(module, "dependencies", []) if importlib.util.find_spec(name) is None]
        if missing:
            raise RuntimeError(f"Missing dependencies: {', '.join(missing)}")
        yield module
    finally:
        sys.path.remove(folder)


def _kept_repository(github):
    """The folder of a repository `owner/name[:ref]` among the downloads."""
    name, _, wanted = github.partition(":")
    if name.count("/") != 1:
        raise ValueError(f'torch.hub: "{github}" is not of the form owner/name[:ref]')
    for ref in [wanted] if wanted else ["main", "master"]:
        folder = os.path.join(get_dir(), f"{name}_{ref}".replace("/", "_"))
        if os.path.isdir(folder):
            return folder
    raise RuntimeError(
        f"Repositories are not downloaded here: clone https://github.com/{name} to\n    {folder}\n"
        f'or load it from where it is: torch.hub.load(folder, model, source="local")'
    )


def _entry(module, model):
    if not isinstance(model, str):
        raise ValueError("Invalid input: model should be a string of function name")
    entry = getattr(module, model, None)
    if not callable(entry):
        raise RuntimeError(f"Cannot find callable {model} in hubconf")
    return entry


def list(github, force_reload=False, skip_validation=False, trust_repo="check", verbose=True):
    """The names of the models of a repository among the downloads."""
    with _hubconf(_kept_repository(github)) as module:
        return [name for name in dir(module) if callable(getattr(module, name)) and not name.startswith("_")]


def help(github, model, force_reload=False, skip_validation=False, trust_repo="check"):
    """The documentation of a model of a repository among the downloads."""
    with _hubconf(_kept_repository(github)) as module:
        return _entry(module, model).__doc__


def load(
    repo_or_dir,
    model,
    *args,
    source="github",
    trust_repo="check",
    force_reload=False,
    verbose=True,
    skip_validation=False,
    **kwargs,
):
    """Calls a model's function of a `hubconf.py`: of a folder (`source="local"`) or of a repository among the downloads."""
    source = source.lower()
    if source not in ("github", "local"):
        raise ValueError(f'Unknown source: "{source}". Allowed values: "github" | "local".')
    folder = os.path.abspath(repo_or_dir) if source == "local" else _kept_repository(repo_or_dir)
    with _hubconf(folder) as module:
        return _entry(module, model)(*args, **kwargs)
