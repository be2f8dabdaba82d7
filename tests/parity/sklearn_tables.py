# cpu only: sklearn's arrays are NumPy's
import numpy as np
from sklearn import datasets, metrics, preprocessing


def show(name, *values):
    print(name, *[np.round(np.asarray(value, dtype=float).ravel()[:6], 6).tolist() for value in values])


for name in ("iris", "wine", "breast_cancer", "digits"):
    table = getattr(datasets, "load_" + name)()
    show(name, table.data[:2], table.data[-1:], table.target[-3:], table.data.sum(), table.target.sum())
    print(table.data.shape, table.data.dtype, table.target.dtype, list(table.target_names)[0], len(table.feature_names))
print([str(name) for name in datasets.load_wine().feature_names], [str(name) for name in datasets.load_breast_cancer().feature_names[::10]])
print([str(name) for name in datasets.load_iris().target_names[np.array([0, 2, 1])]], datasets.load_digits().images.shape)
points, labels = datasets.load_digits(n_class=3, return_X_y=True)
print(points.shape, labels[:9].tolist())
frame = datasets.load_iris(as_frame=True).frame
print(frame.shape, list(frame.columns), frame["target"].sum())
for options in (
    {}, {"n_features": 5, "n_classes": 3, "n_informative": 3, "n_redundant": 1, "n_clusters_per_class": 1, "weights": [0.2, 0.3]},
    {"n_features": 10, "n_informative": 5, "n_redundant": 2, "n_repeated": 2, "hypercube": False, "shift": None, "scale": None, "flip_y": 0.2},
    {"shuffle": False, "n_informative": 8, "class_sep": 2.0},
):
    points, labels = datasets.make_classification(n_samples=50, random_state=3, **options)
    show("classification", points, points.sum())
    print(labels.tolist())
for hole in (False, True):
    show("roll", *datasets.make_swiss_roll(30, noise=0.1, random_state=1, hole=hole))
show("curve", *datasets.make_s_curve(30, noise=0.1, random_state=1))

true, guessed = np.array([0, 1, 2, 2, 1, 0, 1, 2, 2, 0]), np.array([0, 1, 1, 2, 1, 0, 2, 2, 2, 1])
print(metrics.classification_report(true, guessed))
print(metrics.classification_report(true, guessed, target_names=["cat", "dog", "a long name here"], digits=3))
print(metrics.classification_report(true, guessed, labels=[0, 1]))
report = metrics.classification_report(true, guessed, output_dict=True)
print({name: {key: round(value, 6) for key, value in row.items()} if isinstance(row, dict) else row for name, row in report.items()})
show("scores", metrics.balanced_accuracy_score(true, guessed), metrics.matthews_corrcoef(true, guessed), metrics.hamming_loss(true, guessed),
     metrics.zero_one_loss(true, guessed), metrics.fbeta_score(true, guessed, beta=2, average="macro"))
true2, scores = np.array([0, 0, 1, 1, 0, 1, 1, 0]), np.array([0.1, 0.4, 0.35, 0.8, 0.4, 0.6, 0.9, 0.2])
for curve in (*metrics.roc_curve(true2, scores), *metrics.precision_recall_curve(true2, scores)):
    print(curve.round(6).tolist())
show("areas", metrics.roc_auc_score(true2, scores), metrics.average_precision_score(true2, scores), metrics.log_loss(true2, scores), metrics.auc([0, 1, 2], [1, 2, 1]))
shares = np.array([[0.7, 0.2, 0.1], [0.2, 0.5, 0.3], [0.1, 0.2, 0.7], [0.3, 0.3, 0.4], [0.2, 0.6, 0.2],
                   [0.5, 0.3, 0.2], [0.1, 0.8, 0.1], [0.2, 0.2, 0.6], [0.1, 0.1, 0.8], [0.4, 0.4, 0.2]])
for kind in ("ovr", "ovo"):
    show(kind, metrics.roc_auc_score(true, shares, multi_class=kind), metrics.log_loss(true, shares))
show("weighted", metrics.roc_auc_score(true, shares, multi_class="ovr", average="weighted"))
a, b = np.array([3, -0.5, 2, 7]), np.array([2.5, 0, 2, 8])
show("numbers", metrics.mean_absolute_percentage_error(a, b), metrics.median_absolute_error(a, b), metrics.max_error(a, b))

rows = [["m", 1], ["f", 3], ["f", 2]]
encoder = preprocessing.OneHotEncoder(sparse_output=False).fit(rows)
print(encoder.transform(rows).tolist(), [str(name) for name in encoder.get_feature_names_out()], encoder.inverse_transform(encoder.transform(rows)).tolist())
print([known.tolist() for known in encoder.categories_], preprocessing.OneHotEncoder(sparse_output=False, drop="first").fit_transform(rows).tolist())
print(preprocessing.OneHotEncoder(sparse_output=False, handle_unknown="ignore").fit(rows).transform([["x", 1]]).tolist())
ordinal = preprocessing.OrdinalEncoder()
print(ordinal.fit_transform(rows).tolist(), ordinal.inverse_transform([[1, 0]]).tolist())
binary = preprocessing.LabelBinarizer()
print(binary.fit_transform([1, 2, 6, 4, 2]).tolist(), binary.classes_.tolist(), binary.inverse_transform(binary.transform([6, 1])).tolist())
print(preprocessing.label_binarize(["a", "b"], classes=["b", "a"]).tolist(), preprocessing.label_binarize([1, 3], classes=[3, 2, 1]).tolist())
table = np.array([[1.0, -2.0, 2.0], [2.0, 0.0, 0.0], [0.0, 1.0, -1.0], [4, 4, 4]])
for scaler in (preprocessing.MaxAbsScaler(), preprocessing.RobustScaler(), preprocessing.Normalizer(), preprocessing.StandardScaler(), preprocessing.MinMaxScaler((-1, 1))):
    print(type(scaler).__name__, np.round(scaler.fit_transform(table), 6).tolist())
print(preprocessing.normalize(table, "l1").round(6).tolist(), preprocessing.scale(table).round(6).tolist())
for wrong in (lambda: encoder.transform([["x", 1]]), lambda: metrics.roc_auc_score(true, shares), lambda: metrics.auc([1], [1]),
              lambda: datasets.make_classification(n_features=3), lambda: datasets.make_classification(n_classes=9)):
    try:
        wrong()
    except ValueError as error:
        print(str(error).splitlines()[0][:140])
