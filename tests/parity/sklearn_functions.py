# cpu only: scikit-learn's arrays are the host's
# sklearn: made data, splits, scales and scores, as scikit-learn gives them.
import numpy as np
import torch
from sklearn import datasets, metrics, model_selection, preprocessing
from sklearn.datasets import make_blobs, make_circles, make_moons, make_regression
from sklearn.model_selection import KFold, train_test_split


def show(*arrays):
    for array in arrays:
        array = np.asarray(array)
        print(array.dtype, array.shape, np.round(array.astype(np.float64), 6).reshape(-1)[:10].tolist())


def failing(what):
    try:
        what()
    except ValueError as error:
        print(type(error).__name__, str(error).split("\n")[0])


for noise in (None, 0.1):
    for shuffle in (True, False):
        show(*make_moons(11, noise=noise, shuffle=shuffle, random_state=3))
        show(*make_circles(n_samples=9, noise=noise, shuffle=shuffle, random_state=42, factor=0.5))
show(*make_moons((2, 5), random_state=0), *make_circles((4, 1), random_state=0))
show(*make_blobs(n_samples=10, centers=4, random_state=1))
show(*make_blobs(7, 3, random_state=2, cluster_std=[0.1, 2, 3], return_centers=True))
show(*make_blobs([3, 4], random_state=5, shuffle=False), *make_blobs(5, centers=[[0, 1], [10, 11]], random_state=np.random.RandomState(4)))
show(*make_regression(8, 3, noise=2.0, bias=1.5, random_state=7, n_informative=2, coef=True))
show(*make_regression(n_samples=6, n_features=1, random_state=8, shuffle=False, n_targets=2))
np.random.seed(5)
show(*make_moons(4), *make_moons(4, noise=0.5))
for wrong in (
    lambda: make_moons((1, 2, 3)),
    lambda: make_blobs([1, 2], centers=[[0, 0]]),
    lambda: make_blobs(4, centers=2, cluster_std=[1, 2, 3]),
):
    failing(wrong)

X, y = np.arange(24.0).reshape(12, 2), np.array([0, 1, 2] * 4)
for options in ({}, dict(test_size=0.2), dict(test_size=3), dict(train_size=0.5), dict(train_size=4, test_size=0.25), dict(shuffle=False, test_size=0.4)):
    show(*train_test_split(X, y, random_state=42, **options))
for options in (dict(test_size=0.25), dict(test_size=5), dict(train_size=7, test_size=4)):
    show(*train_test_split(X, y, random_state=1, stratify=y, **options))
show(*train_test_split(X, random_state=0, stratify=[0] * 7 + [1] * 5))
print(train_test_split(list("abcdefgh"), range(8), random_state=3))
print([part.tolist() for part in train_test_split(torch.arange(6.0), torch.eye(6), test_size=2, random_state=0)])
for wrong in (
    lambda: train_test_split(X, y[:3]),
    lambda: train_test_split(X, test_size=1.5),
    lambda: train_test_split(X, test_size=12),
    lambda: train_test_split(X, test_size=0.7, train_size=0.6),
    lambda: train_test_split(X, test_size=7, train_size=6),
    lambda: train_test_split(X, stratify=[0] * 11 + [1]),
    lambda: train_test_split(X, test_size=2, stratify=y),
    lambda: train_test_split(X, shuffle=False, stratify=y),
    lambda: list(KFold(20).split(X)),
):
    failing(wrong)
for fold in (KFold(5), KFold(3, shuffle=True, random_state=9)):
    print(fold.get_n_splits(), [(train.tolist(), test.tolist()) for train, test in fold.split(X)])

table = np.array([[1.0, 10, 5], [2, 20, 5], [4, -30, 5]])
for scaler in (
    preprocessing.StandardScaler(),
    preprocessing.StandardScaler(with_mean=False),
    preprocessing.StandardScaler(with_std=False),
    preprocessing.MinMaxScaler(),
    preprocessing.MinMaxScaler((-1, 2)),
    preprocessing.MinMaxScaler(clip=True),
):
    scaled = scaler.fit_transform(table)
    show(scaled, scaler.transform(table[:1] + 7), scaler.inverse_transform(scaled), scaler.fit_transform(table.astype(np.float32)))
failing(lambda: preprocessing.StandardScaler().transform(table))
failing(lambda: preprocessing.StandardScaler().fit(table[0]))
labels = preprocessing.LabelEncoder()
print(labels.fit_transform(["b", "a", "c", "a"]).tolist(), labels.classes_.tolist(), labels.inverse_transform([2, 0]).tolist())
print(labels.fit([3, 1, 3]).transform([1, 3]).tolist())

true, guess = [0, 1, 2, 2, 1, 0, 1], [0, 2, 2, 2, 1, 1, 1]
print(metrics.accuracy_score(true, guess), metrics.accuracy_score(true, guess, normalize=False))
print(metrics.accuracy_score([0, 1], [1, 1], sample_weight=[1, 3]))
print(metrics.confusion_matrix(true, guess).tolist(), metrics.confusion_matrix(true, guess, labels=[2, 0]).tolist())
for how in ("true", "pred", "all"):
    show(metrics.confusion_matrix(true, guess, normalize=how))
for average in (None, "micro", "macro", "weighted"):
    for score in (metrics.precision_score, metrics.recall_score, metrics.f1_score):
        show(score(true, guess, average=average))
show(*metrics.precision_recall_fscore_support(true, guess, beta=2.0))
print(metrics.precision_score([0, 1, 1], [0, 1, 0]), metrics.recall_score([0, 1, 1], [0, 1, 0]), round(metrics.f1_score([0, 1, 1], [0, 1, 0]), 6))
print(metrics.precision_score([0, 1], [0, 0], zero_division=1), metrics.f1_score([0, 0], [0, 0], zero_division=0))
failing(lambda: metrics.f1_score(true, guess))
failing(lambda: metrics.accuracy_score([1], [1, 2]))
a, b = [3.0, -0.5, 2.0, 7.0], [2.5, 0.0, 2.0, 8.0]
print(metrics.mean_squared_error(a, b), metrics.mean_absolute_error(a, b), round(metrics.r2_score(a, b), 9), round(metrics.root_mean_squared_error(a, b), 9))
show(metrics.mean_squared_error(table, table[::-1], multioutput="raw_values"))
print(round(metrics.r2_score(table, table[::-1]), 6), datasets.make_moons is make_moons, model_selection.KFold is KFold)
