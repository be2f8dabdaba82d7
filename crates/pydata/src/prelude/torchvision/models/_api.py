"""`torchvision.models._api`: models by their names, and trained weights, whose files the folder of `torch.hub` keeps."""

import enum
import fnmatch
import functools
import warnings

from torch.hub import load_state_dict_from_url
from torchvision.models._meta import _COCO_CATEGORIES, _COCO_PERSON_CATEGORIES, _COCO_PERSON_KEYPOINT_NAMES
from torchvision.models._meta import _IMAGENET_CATEGORIES, _VOC_CATEGORIES
from torchvision.models._weights import ROWS
from torchvision.transforms import _presets
from torchvision.transforms.functional import InterpolationMode

_CATEGORIES = {
    "imagenet": _IMAGENET_CATEGORIES, "coco": _COCO_CATEGORIES, "person": _COCO_PERSON_CATEGORIES, "voc": _VOC_CATEGORIES
}


class Weights:
    """A file of trained weights: its address, the preprocessing of its pictures, and what is known of it."""

    def __init__(self, url, transforms, meta):
        self.url, self.transforms, self.meta = url, transforms, meta

    def __repr__(self):
        return f"Weights(url={self.url!r}, transforms={self.transforms}, meta={self.meta})"

    def __eq__(self, other):
        return isinstance(other, Weights) and self.url == other.url and self.meta == other.meta

    def __hash__(self):
        return hash(self.url)


class WeightsEnum(enum.Enum):
    """The trained weights of one model; `DEFAULT` is the best of them."""

    @classmethod
    def verify(cls, obj):
        """Returns a member for a member, its name or None."""
        if obj is None or isinstance(obj, cls):
            return obj
        if isinstance(obj, str):
            return cls[obj.replace(cls.__name__ + ".", "")]
        raise TypeError(f"Invalid Weight class provided; expected {cls.__name__} but received {obj.__class__.__name__}.")

    def get_state_dict(self, *args, **kwargs):
        """The tensors of the file, from the folder of `torch.hub` or downloaded to it."""
        try:
            return load_state_dict_from_url(self.url, *args, **kwargs)
        except OSError as error:
            raise RuntimeError(
                f"the weights {self!r} could not be downloaded ({error}): put {self.url} into the folder "
                "'checkpoints' of torch.hub.get_dir(), or pass weights=None"
            ) from error

    def __repr__(self):
        return f"{type(self).__name__}.{self.name}"

    @property
    def url(self):
        return self.value.url

    @property
    def transforms(self):
        return self.value.transforms

    @property
    def meta(self):
        return self.value.meta


def _preset(name, crop, size, interpolation, model, member):
    options = {"crop_size": crop, "resize_size": size}
    options = {key: int(value) for key, value in options.items() if value != "-"}
    if interpolation != "-":
        options["interpolation"] = InterpolationMode(interpolation)
    if model == "efficientnet_v2_l":
        options.update(mean=(0.5, 0.5, 0.5), std=(0.5, 0.5, 0.5))
    if member == "IMAGENET1K_FEATURES":
        options.update(mean=(0.48235, 0.45882, 0.40784), std=(1 / 255, 1 / 255, 1 / 255))
    preset = getattr(_presets, name)
    return functools.partial(preset, **options) if options else preset


def _read(row):
    """One row of the table: (model, enum, member, whether it is the default, weights)."""
    model, owner, member, file, preset, categories, crop, size, interpolation, *facts = row.split(" ")
    count, least, data, metrics, operations, megabytes = facts
    name = member.rstrip("*")
    metrics = dict(metric.split("=") for metric in metrics.split(","))
    meta = {"num_params": int(count), "min_size": tuple(int(n) for n in least.split("x"))}
    if categories != "none":
        meta["categories"] = _CATEGORIES[categories]
    if categories == "person":
        meta["keypoint_names"] = _COCO_PERSON_KEYPOINT_NAMES
    meta["_metrics"] = {data.replace("_", " "): {key: float(value) for key, value in metrics.items()}}
    meta["_ops"], meta["_file_size"] = float(operations), float(megabytes)
    transforms = _preset(preset, crop, size, interpolation, model, name)
    return model, owner, name, member != name, Weights(f"https://download.pytorch.org/models/{file}", transforms, meta)


def _enums():
    members, owners = {}, {}
    for model, owner, name, default, weights in map(_read, ROWS.strip().split("\n")):
        owners[model] = owner
        members.setdefault(owner, {})[name] = weights
        if default:
            members[owner]["DEFAULT"] = weights
    return owners, {owner: WeightsEnum(owner, named, module=__name__) for owner, named in members.items()}


# The names of the enumerations by model, and the enumerations by their names.
_OWNERS, _ENUMS = _enums()

# The functions that make models, by their names.
BUILTIN_MODELS = {}


def weights_of(*names):
    """The enumerations of these names."""
    return [_ENUMS[name] for name in names]


def _chosen(name, owner, weights, options):
    """The member that the arguments ask for, `pretrained=` among them."""
    if "pretrained" in options or isinstance(weights, bool):
        old = options.pop("pretrained", weights)
        warnings.warn(
            "The parameter 'pretrained' is deprecated since 0.13 and may be removed in the future, please use 'weights' instead."
        )
        weights = next(iter(owner)) if old else None
    return owner.verify(weights)


def _count_of(weights, options):
    """The number of classes: that of the weights, if there are any."""
    count = len(weights.meta.get("categories", range(1000)))
    if options.setdefault("num_classes", count) != count:
        raise ValueError(f"The parameter 'num_classes' expected value {count} but got {options['num_classes']} instead.")


def register_model(name=None):
    """Makes a function the builder of the model of its name: it gets options, and weights are loaded into its result."""

    def register(build):
        model = build.__name__ if name is None else name
        owner = _ENUMS.get(_OWNERS.get(model))

        @functools.wraps(build)
        def make(*args, weights=None, progress=True, **kwargs):
            if len(args) > 1:
                raise TypeError(f"{model}() takes 0 to 1 positional arguments but {len(args)} were given")
            weights = _chosen(model, owner, args[0] if args else weights, kwargs)
            if weights is None:
                return build(**kwargs)
            _count_of(weights, kwargs)
            if "weights_backbone" in build.__code__.co_varnames:
                kwargs["weights_backbone"] = None
            made = build(weights=weights, **kwargs) if getattr(build, "_knows_weights", False) else build(**kwargs)
            made.load_state_dict(weights.get_state_dict(progress=progress, check_hash=True))
            return made

        del make.__wrapped__
        make._owner = owner
        BUILTIN_MODELS[model] = make
        return make

    return register


def knows_weights(build):
    """Marks a builder whose network depends on whether weights will be loaded into it: it gets them as `weights`."""
    build._knows_weights = True
    return build


def _builders():
    """The builders by name. Each registers itself when its file runs, which is when a program first asks for it."""
    import torchvision.models as models

    for package in (models, models.segmentation):
        for name in dir(package):
            getattr(package, name)
    return BUILTIN_MODELS


def _matching(names, patterns):
    patterns = [patterns] if isinstance(patterns, str) else patterns
    return {name for pattern in patterns for name in fnmatch.filter(names, pattern)}


def list_models(module=None, include=None, exclude=None):
    """The names of models, sorted: those of a module, those that match patterns, without those that match others."""
    all_names = [name for name, build in _builders().items() if module is None or _home(build) == module.__name__]
    kept = _matching(all_names, include) if include else set(all_names)
    return sorted(kept - _matching(all_names, exclude) if exclude else kept)


def _home(build):
    package, _, file = build.__module__.rpartition(".")
    return package


def get_model_builder(name):
    """The function that makes a model, by its name."""
    try:
        return _builders()[name.lower()]
    except KeyError:
        raise ValueError(f"Unknown model {name}") from None


def get_model(name, **config):
    """A model by its name."""
    return get_model_builder(name)(**config)


def get_model_weights(name):
    """The enumeration of the weights of a model, or of the function that makes it."""
    return (get_model_builder(name) if isinstance(name, str) else name)._owner


def get_weight(name):
    """A member by its full name, such as "ResNet50_Weights.IMAGENET1K_V2"."""
    owner, _, member = name.partition(".")
    if not member:
        raise ValueError(f"Invalid weight name provided: '{name}'.")
    if owner not in _ENUMS:
        raise ValueError(f"The weight enum '{owner}' for the specific method couldn't be retrieved.")
    return _ENUMS[owner][member]
