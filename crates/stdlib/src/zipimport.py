# zipimport: refused, for modules in archives are not imported.


class ZipImportError(ImportError):
    """An archive cannot be imported from."""


class zipimporter:
    """Finds nothing: modules in archives are not imported."""

    def __init__(self, path):
        raise ZipImportError(f"modules in archives are not imported: {path!r}", path=path)
