"""`torchvision.datasets`: data sets in the notebook's folder. Nothing is fetched: their files are put there by hand."""

import os
import warnings

import torch
from PIL import Image
from torchvision import _files


class VisionDataset(torch.utils.data.Dataset):
    """Base of data sets: a folder, and the transforms of items and labels."""

    def __init__(self, root=None, transforms=None, transform=None, target_transform=None):
        if transforms is not None and (transform is not None or target_transform is not None):
            raise ValueError("Only transforms or transform/target_transform can be passed as argument")
        self.root = os.path.expanduser(root) if isinstance(root, str) else root
        self.transform = transform
        self.target_transform = target_transform
        self.transforms = transforms

    def __len__(self):
        raise NotImplementedError

    def _changed(self, item, target):
        if self.transforms is not None:
            return self.transforms(item, target)
        if self.transform is not None:
            item = self.transform(item)
        if self.target_transform is not None:
            target = self.target_transform(target)
        return item, target

    def extra_repr(self):
        """A line more for the repr."""
        return ""

    def __repr__(self):
        lines = [f"Number of datapoints: {len(self)}"]
        if self.root is not None:
            lines.append(f"Root location: {self.root}")
        lines += self.extra_repr().splitlines()
        if self.transform is not None or self.target_transform is not None:
            lines.append("StandardTransform")
            for name, transform in (("Transform", self.transform), ("Target transform", self.target_transform)):
                if transform is not None:
                    text = repr(transform).splitlines()
                    lines += [f"{name}: {text[0]}"] + [" " * (len(name) + 2) + line for line in text[1:]]
        return "\n".join([f"Dataset {type(self).__name__}"] + ["    " + line for line in lines])


def _missing(name, folder, files):
    return RuntimeError(
        f"Dataset not found. Files are not downloaded here: put {', '.join(files)} of {name} into "
        f"'{folder}', in the notebook's folder"
    )


def _renamed(dataset, old, new):
    warnings.warn(f"{old} has been renamed {new}", stacklevel=1)
    return getattr(dataset, new)


class MNIST(VisionDataset):
    """Handwritten digits, 28 by 28. Reads root/MNIST/raw/*-ubyte, or *-ubyte.gz."""

    classes = [
        "0 - zero",
        "1 - one",
        "2 - two",
        "3 - three",
        "4 - four",
        "5 - five",
        "6 - six",
        "7 - seven",
        "8 - eight",
        "9 - nine",
    ]

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.train = train
        part = "train" if train else "t10k"
        self.data = self._read(f"{part}-images-idx3-ubyte")
        self.targets = self._read(f"{part}-labels-idx1-ubyte").long()
        if len(self.data) != len(self.targets):
            raise RuntimeError(f"{len(self.data)} images have {len(self.targets)} labels")

    @property
    def train_labels(self):
        """The targets, by their name before 0.2.2."""
        return _renamed(self, "train_labels", "targets")

    @property
    def test_labels(self):
        """The targets, by their name before 0.2.2."""
        return _renamed(self, "test_labels", "targets")

    @property
    def train_data(self):
        """The images, by their name before 0.2.2."""
        return _renamed(self, "train_data", "data")

    @property
    def test_data(self):
        """The images, by their name before 0.2.2."""
        return _renamed(self, "test_data", "data")

    @property
    def raw_folder(self):
        """The folder of the files."""
        return os.path.join(self.root, type(self).__name__, "raw")

    @property
    def processed_folder(self):
        """The folder in which older versions kept tensors."""
        return os.path.join(self.root, type(self).__name__, "processed")

    @property
    def class_to_idx(self):
        """The number of each class."""
        return {name: i for i, name in enumerate(self.classes)}

    def _read(self, name):
        for folder in (self.raw_folder, self.root):
            for ending in ("", ".gz"):
                path = os.path.join(folder, name + ending)
                if os.path.exists(path):
                    return _files.read_idx(path)
        raise _missing(type(self).__name__, self.raw_folder, [name + ".gz"])

    def __getitem__(self, index):
        return self._changed(Image.fromarray(self.data[index]), int(self.targets[index]))

    def __len__(self):
        return len(self.data)

    def extra_repr(self):
        return f"Split: {'Train' if self.train is True else 'Test'}"


class FashionMNIST(MNIST):
    """Pieces of clothing, 28 by 28. Reads root/FashionMNIST/raw."""

    classes = [
        "T-shirt/top",
        "Trouser",
        "Pullover",
        "Dress",
        "Coat",
        "Sandal",
        "Shirt",
        "Sneaker",
        "Bag",
        "Ankle boot",
    ]


class KMNIST(MNIST):
    """Cursive Japanese characters, 28 by 28. Reads root/KMNIST/raw."""

    classes = ["o", "ki", "su", "tsu", "na", "ha", "ma", "ya", "re", "wo"]


class CIFAR10(VisionDataset):
    """Small pictures of ten kinds of things. Reads root/cifar-10-batches-py."""

    base_folder = "cifar-10-batches-py"
    _train = [f"data_batch_{i}" for i in range(1, 6)]
    _test = ["test_batch"]
    _meta = ("batches.meta", "label_names")

    def __init__(self, root, train=True, transform=None, target_transform=None, download=False):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.train = train
        folder = os.path.join(root, self.base_folder)
        names = self._train if train else self._test
        parts = []
        self.targets = []
        for name in names:
            path = os.path.join(folder, name)
            if not os.path.exists(path):
                raise _missing(type(self).__name__, folder, names + [self._meta[0]])
            entry = _files.read_pickle(path)
            parts.append(torch.as_tensor(entry["data"]).reshape(-1, 3, 32, 32))
            self.targets += entry["labels"] if "labels" in entry else entry["fine_labels"]
        # (items, rows, columns, samples), as an array.
        self.data = torch.cat(parts).permute(0, 2, 3, 1).contiguous().numpy()
        self.classes = _files.read_pickle(os.path.join(folder, self._meta[0]))[self._meta[1]]
        self.class_to_idx = {name: i for i, name in enumerate(self.classes)}

    def __getitem__(self, index):
        return self._changed(Image.fromarray(self.data[index]), self.targets[index])

    def __len__(self):
        return len(self.data)

    def extra_repr(self):
        return f"Split: {'Train' if self.train is True else 'Test'}"


class CIFAR100(CIFAR10):
    """Small pictures of a hundred kinds of things. Reads root/cifar-100-python."""

    base_folder = "cifar-100-python"
    _train = ["train"]
    _test = ["test"]
    _meta = ("meta", "fine_label_names")


IMG_EXTENSIONS = (".jpg", ".jpeg", ".png")


def default_loader(path):
    """The picture in a file, with three samples for each pixel."""
    return Image.open(path).convert("RGB")


class DatasetFolder(VisionDataset):
    """Files in folders: each folder of root is a class."""

    def __init__(
        self,
        root,
        loader,
        extensions=None,
        transform=None,
        target_transform=None,
        is_valid_file=None,
        allow_empty=False,
    ):
        super().__init__(root, transform=transform, target_transform=target_transform)
        self.loader = loader
        self.extensions = extensions
        self.classes, self.class_to_idx = self.find_classes(root)
        valid = is_valid_file or (lambda path: path.lower().endswith(tuple(extensions)))
        self.samples = []
        for name in self.classes:
            found = [(path, self.class_to_idx[name]) for path in _paths_below(os.path.join(root, name)) if valid(path)]
            if not found and not allow_empty:
                text = f"Found no valid file for the classes {name}. "
                if extensions is not None:
                    text += f"Supported extensions are: {', '.join(extensions)}"
                raise FileNotFoundError(text)
            self.samples += found
        self.targets = [target for _, target in self.samples]

    @staticmethod
    def find_classes(directory):
        """The folders' names, in order, and their numbers."""
        classes = sorted([name for name in os.listdir(directory) if os.path.isdir(os.path.join(directory, name))])
        if not classes:
            raise FileNotFoundError(f"Couldn't find any class folder in {directory}.")
        return classes, {name: i for i, name in enumerate(classes)}

    def __getitem__(self, index):
        path, target = self.samples[index]
        return self._changed(self.loader(path), target)

    def __len__(self):
        return len(self.samples)


def _paths_below(folder):
    names = sorted(os.listdir(folder))
    paths = [os.path.join(folder, name) for name in names]
    found = [path for path in paths if not os.path.isdir(path)]
    for path in paths:
        if os.path.isdir(path):
            found += _paths_below(path)
    return found


class ImageFolder(DatasetFolder):
    """Pictures in folders: root/cat/1.png, root/dog/7.jpeg."""

    def __init__(
        self,
        root,
        transform=None,
        target_transform=None,
        loader=default_loader,
        is_valid_file=None,
        allow_empty=False,
    ):
        extensions = IMG_EXTENSIONS if is_valid_file is None else None
        super().__init__(root, loader, extensions, transform, target_transform, is_valid_file, allow_empty)
        self.imgs = self.samples


class FakeData(VisionDataset):
    """Random pictures with random labels."""

    def __init__(
        self,
        size=1000,
        image_size=(3, 224, 224),
        num_classes=10,
        transform=None,
        target_transform=None,
        random_offset=0,
    ):
        super().__init__(transform=transform, target_transform=target_transform)
        self.size = size
        self.num_classes = num_classes
        self.image_size = image_size
        self.random_offset = random_offset

    def __getitem__(self, index):
        if index >= len(self):
            raise IndexError(f"{type(self).__name__} index out of range")
        state = torch.get_rng_state()
        torch.manual_seed(index + self.random_offset)
        img = torch.randn(*self.image_size)
        target = torch.randint(0, self.num_classes, size=(1,), dtype=torch.long)[0]
        torch.set_rng_state(state)
        from torchvision.transforms.functional import to_pil_image

        return self._changed(to_pil_image(img), target.item())

    def __len__(self):
        return self.size
