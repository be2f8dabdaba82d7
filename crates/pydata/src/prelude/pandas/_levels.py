"""What columns and tables do with labels of several levels: `xs`, `swaplevel`, `droplevel`."""

from pandas._indexes import MultiIndex, labelled


class Leveled:
    """Methods of rows whose labels have levels."""

    def xs(self, key, axis=0, level=None, drop_level=True):
        """The rows of one label of a level, which the labels then lack."""
        if axis in (1, "columns"):
            return self[key] if level is None else self._columns_of(key, self.columns.level(level), drop_level)
        if level is None:
            return self.loc[key]
        at = self.index.level(level)
        places = [place for place, label in enumerate(self.index) if label[at] == key]
        if not places:
            raise KeyError(key)
        taken = self._take(places)
        return taken.droplevel(at) if drop_level else taken

    def _columns_of(self, key, at, drops):
        # The columns with a label at one level, whose names then lack it.
        kept = self[[name for name in self._columns if name[at] == key]]
        return kept.droplevel(at, axis=1) if drops else kept

    def _under(self, labels):
        made = self.copy()
        made.index = labels
        return made

    def _renamed(self, names):
        made = self.copy()
        made.columns = names
        return made

    def droplevel(self, level, axis=0):
        """The rows, or the columns (axis=1), under labels without a level."""
        if axis in (1, "columns"):
            return self._renamed(self.columns.droplevel(level))
        gone = [self.index.level(one) for one in (level if isinstance(level, list) else [level])]
        kept = [at for at in range(self.index.nlevels) if at not in gone]
        if not kept:
            raise ValueError(
                f"Cannot remove {len(gone)} levels from an index with {len(gone)} levels: at least one level must be left."
            )
        return self._under(self.index.kept(kept))

    def swaplevel(self, i=-2, j=-1, axis=0):
        """The rows, or the columns (axis=1), under labels with two levels exchanged."""
        if axis in (1, "columns"):
            names, order = self.columns, list(range(self.columns.nlevels))
            a, b = names.level(i), names.level(j)
            order[a], order[b] = b, a
            return self._renamed(names.kept(order))
        order = list(range(self.index.nlevels))
        a, b = self.index.level(i), self.index.level(j)
        order[a], order[b] = b, a
        return self._under(self.index.kept(order))

    def reorder_levels(self, order, axis=0):
        """The rows under labels with the levels in another order."""
        return self._under(self.index.kept([self.index.level(one) for one in order]))


def split_levels(index, levels):
    """(columns of some levels by name, the labels of the others or None)."""
    chosen = [index.level(one) for one in (levels if isinstance(levels, (list, tuple)) else [levels])]
    parts = index.levels_of()
    columns = {f"level_{at}" if parts[at][0] is None else parts[at][0]: list(parts[at][1]) for at in sorted(chosen)}
    kept = [at for at in range(index.nlevels) if at not in chosen]
    return columns, index.kept(kept) if kept else None


def under_keys(parts, keys, names):
    """The labels of parts, each behind its key."""
    labels, inner = [], None
    for key, part in zip(keys, parts):
        inner = inner or [name for name, _ in part.index.levels_of()]
        for label in part.index:
            labels.append((*(key if isinstance(key, tuple) else (key,)), *(label if isinstance(label, tuple) else (label,))))
    outer = len(labels[0]) - len(inner) if labels else 1
    given = list(names or [])
    return MultiIndex(labels, (given + [None] * outer)[:outer] + (given[outer:] or inner))
