"""The libraries that are here, by the names of their packages: importlib.metadata tells their versions."""

MODULES = {
    "torch": "torch", "torchvision": "torchvision", "numpy": "numpy", "pandas": "pandas", "matplotlib": "matplotlib",
    "Pillow": "PIL", "scipy": "scipy", "scikit-learn": "sklearn",
}
