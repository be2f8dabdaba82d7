# cpu only: scikit-learn computes on the processor
import numpy as np
from sklearn import decomposition, linear_model, manifold
from sklearn.base import BaseEstimator, TransformerMixin, clone
from sklearn.datasets import load_digits, load_iris
from sklearn.preprocessing import LabelEncoder, MaxAbsScaler, MinMaxScaler, Normalizer, RobustScaler, StandardScaler


def show(name, value):
    value = np.asarray(value, dtype=float)
    print(name, value.shape, [round(v, 4) + 0.0 for v in value.ravel().tolist()[:12]])


X, y = load_iris(return_X_y=True)
for name, model in (
    ("least squares", linear_model.LinearRegression()),
    ("no intercept", linear_model.LinearRegression(fit_intercept=False)),
    ("ridge", linear_model.Ridge(alpha=2.5)),
    ("ridge without intercept", linear_model.Ridge(0.5, fit_intercept=False)),
):
    print(name, model.fit(X[:, :3], X[:, 3]))
    show("coef", model.coef_)
    show("intercept", model.intercept_)
    show("predicted", model.predict(X[:4, :3]))
    show("score", model.score(X[:, :3], X[:, 3]))
    show("several", model.fit(X[:, :2], X[:, 2:]).coef_)
    show("weighted", model.fit(X[:, :2], X[:, 2], sample_weight=1.0 + y).coef_)
line = linear_model.LinearRegression().fit(np.array([[0.0], [1.0], [2.0]]), [1.0, 3.0, 5.0])
show("line", [line.coef_[0], line.intercept_, line.rank_, line.singular_[0]])
for name, model, labels in (
    ("two labels", linear_model.LogisticRegression(max_iter=1000, tol=1e-8), y == 2),
    ("three labels", linear_model.LogisticRegression(max_iter=1000, tol=1e-8), y),
    ("texts", linear_model.LogisticRegression(C=0.1, max_iter=1000, tol=1e-8), np.array(["a", "b", "c"])[y]),
    ("no intercept", linear_model.LogisticRegression(C=10.0, fit_intercept=False, max_iter=3000, tol=1e-8), y == 1),
):
    model.fit(X, labels)
    print(name, model, model.classes_.tolist(), model.predict(X[::30]).tolist(), model.coef_.shape, model.intercept_.shape)
    print([round(v, 3) for v in model.coef_.ravel().tolist()], [round(v, 2) for v in model.predict_proba(X[::50]).ravel().tolist()])
    show("score", model.score(X, labels))
for options in ({}, {"n_components": 2}, {"n_components": 0.95}, {"n_components": 2, "whiten": True}):
    pca = decomposition.PCA(**options)
    places = pca.fit_transform(X)
    print(pca, pca.n_components_, pca.n_features_in_, pca.n_samples_)
    show("places", places)
    show("transformed", pca.transform(X[:3]))
    show("back", pca.inverse_transform(places)[:3])
    for name in ("components_", "explained_variance_", "explained_variance_ratio_", "singular_values_", "mean_", "noise_variance_"):
        show(name, getattr(pca, name))
svd = decomposition.TruncatedSVD(n_components=2, algorithm="arpack")
show("svd", svd.fit_transform(X)[:4])
show("share", svd.explained_variance_ratio_)
digits, labels = load_digits(return_X_y=True)
places = manifold.TSNE(random_state=0, perplexity=10, max_iter=400).fit_transform(digits[:120])
near = ((places[:, None] - places[None]) ** 2).sum(-1) + np.eye(120) * 1e9
print(places.shape, places.dtype, (labels[:120] == labels[:120][near.argmin(1)]).mean() > 0.8)


class Doubled(TransformerMixin, BaseEstimator):
    def __init__(self, factor=2, shift=0):
        self.factor, self.shift = factor, shift

    def fit(self, X, y=None):
        return self

    def transform(self, X):
        return np.asarray(X) * self.factor + self.shift


own = Doubled(factor=3)
print(own, own.get_params(), own.set_params(shift=1), clone(own), own.fit_transform([1, 2]).tolist())
for scaler in (StandardScaler(), StandardScaler(with_mean=False), MinMaxScaler((0, 2)), MaxAbsScaler(), RobustScaler(), Normalizer(), LabelEncoder()):
    print(scaler)
for wrong in (
    lambda: decomposition.PCA().transform(X),
    lambda: linear_model.LinearRegression().predict(X),
    lambda: decomposition.PCA(9).fit(X),
    lambda: linear_model.LinearRegression().fit(X[:, 0], y),
    lambda: linear_model.LinearRegression().fit(X, y[:9]),
    lambda: manifold.TSNE(perplexity=200).fit(X),
    lambda: own.set_params(size=3),
    lambda: clone(3),
):
    try:
        print(wrong())
    except (ValueError, TypeError) as error:
        print(type(error).__name__, str(error).split("\n")[0])
