"""Each tutorial, opened in JupyterLab and run from the menu: no cell fails but those that say so, and each picture shows something."""

import json
import os
from pathlib import Path

import pytest
from conftest import NOTEBOOKS, assert_not_blank

TUTORIALS = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb"))


def test_there_are_tutorials():
    assert "digits.ipynb" in TUTORIALS


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_runs_and_its_figures_show(lab, name):
    page = lab(name)
    page.run_all()

    cells = [cell for cell in json.loads((NOTEBOOKS / name).read_text())["cells"] if cell["cell_type"] == "code"]
    failing = {n for n, cell in enumerate(cells) if "raises-exception" in cell["metadata"].get("tags", [])}
    failed = page.page.evaluate(
        """() => [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')].flatMap((cell, n) =>
            cell.querySelector("[data-mime-type='application/vnd.jupyter.error'], [data-mime-type='application/vnd.jupyter.stderr']")
            ? [n] : [])"""
    )
    assert set(failed) <= failing, [page.text(n) for n in set(failed) - failing]
    last = page.page.locator(".jp-Notebook .jp-CodeCell .jp-InputPrompt").nth(len(cells) - 1)
    assert any(digit in last.inner_text() for digit in "0123456789"), "the last cell has run"

    figures = page.page.locator(".jp-OutputArea-output img, .jp-OutputArea-output svg:not(svg svg)")
    count = figures.count()
    assert count > 0, "a tutorial shows pictures"
    for n in range(count):
        figure = figures.nth(n)
        figure.scroll_into_view_if_needed()
        picture = figure.screenshot()
        if folder := os.environ.get("SCREENSHOTS"):
            (Path(folder) / f"{name.removesuffix('.ipynb')}-{n}.png").write_bytes(picture)
        assert_not_blank(picture, f"figure {n} of {name}")
