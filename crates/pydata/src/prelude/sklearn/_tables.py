"""Small tables of `sklearn.datasets`: flowers, wines, digits, tumours; from the UCI Machine Learning Repository."""

import gzip
import io

import numpy as np
from sklearn import _data
from sklearn.utils import Bunch, Texts

_SOURCE = "From the UCI Machine Learning Repository (CC BY 4.0)."


def _text(name):
    return gzip.decompress(_data.table(name)).decode()


def _rows(name):
    """The names of the classes, the features and the classes of a table."""
    first, *lines = _text(name).splitlines()
    names = first.split(",")[2:]
    numbers = np.loadtxt(io.StringIO("\n".join(lines)), delimiter=",")
    return Texts(names), numbers[:, :-1].copy(), numbers[:, -1].astype(np.int64)


def _frames(data, target, feature_names):
    import pandas as pd

    columns = {name: data[:, i] for i, name in enumerate(feature_names)}
    frame = pd.DataFrame({**columns, "target": target})
    return frame, frame[list(feature_names)], frame["target"]


def _bunch(data, target, return_X_y, as_frame, **others):
    frame = None
    if as_frame:
        frame, data, target = _frames(data, target, list(others["feature_names"]))
    if return_X_y:
        return data, target
    return Bunch(data=data, target=target, frame=frame, **others)


def load_iris(*, return_X_y=False, as_frame=False):
    """150 flowers of three kinds: sizes of their leaves."""
    names, data, target = _rows("iris")
    features = ["sepal length (cm)", "sepal width (cm)", "petal length (cm)", "petal width (cm)"]
    about = {"DESCR": f"150 iris flowers of three kinds. {_SOURCE}", "filename": "iris.csv"}
    return _bunch(data, target, return_X_y, as_frame, target_names=names, feature_names=features, **about)


def load_wine(*, return_X_y=False, as_frame=False):
    """178 wines of three growers: what they consist of."""
    names, data, target = _rows("wine")
    features = [
        "alcohol", "malic_acid", "ash", "alcalinity_of_ash", "magnesium", "total_phenols", "flavanoids",
        "nonflavanoid_phenols", "proanthocyanins", "color_intensity", "hue", "od280/od315_of_diluted_wines", "proline",
    ]
    about = {"DESCR": f"178 wines of three growers. {_SOURCE}", "filename": "wine_data.csv"}
    return _bunch(data, target, return_X_y, as_frame, target_names=names, feature_names=features, **about)


def load_breast_cancer(*, return_X_y=False, as_frame=False):
    """569 tumours, malignant or benign: measures of their cells."""
    names, data, target = _rows("breast_cancer")
    measures = [
        "radius", "texture", "perimeter", "area", "smoothness", "compactness", "concavity", "concave points", "symmetry",
        "fractal dimension",
    ]
    kinds = ("mean {}", "{} error", "worst {}")
    features = Texts([kind.format(measure) for kind in kinds for measure in measures])
    about = {"DESCR": f"569 tumours, malignant or benign. {_SOURCE}", "filename": "breast_cancer.csv"}
    return _bunch(data, target, return_X_y, as_frame, target_names=names, feature_names=features, **about)


def load_digits(*, n_class=10, return_X_y=False, as_frame=False):
    """1797 written digits of 8 by 8 pixels, each from 0 to 16."""
    table = np.frombuffer(gzip.decompress(_data.table("digits")), dtype=np.uint8).reshape(1797, 65)
    data, target = table[:, :64].astype(np.float64), table[:, 64].astype(np.int64)
    if n_class < 10:
        kept = target < n_class
        data, target = data[kept], target[kept]
    features = [f"pixel_{row}_{column}" for row in range(8) for column in range(8)]
    about = {"DESCR": f"Written digits. {_SOURCE}", "images": data.reshape(-1, 8, 8)}
    if return_X_y:
        return _bunch(data, target, True, as_frame, feature_names=features)
    return _bunch(data, target, False, as_frame, feature_names=features, target_names=np.arange(10), **about)
