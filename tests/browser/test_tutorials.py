"""Runs each tutorial in JupyterLab from the menu: only cells that are tagged so may fail, and each picture shows something."""

import json
import os
from pathlib import Path

import pytest
from conftest import NOTEBOOKS, assert_not_blank
from playwright.sync_api import expect

# The one on Rust cells needs a program that is built apart, and prints what cargo does: tests/program/notebooks.rs runs it.
TUTORIALS = sorted(path.name for path in NOTEBOOKS.glob("*.ipynb") if path.name != "rust-cells.ipynb")


def code_of(name):
    return [cell for cell in json.loads((NOTEBOOKS / name).read_text())["cells"] if cell["cell_type"] == "code"]


def test_there_are_tutorials():
    assert "digits.ipynb" in TUTORIALS


def test_a_tutorial_is_asked_interrupted_reloaded_and_restarted(lab):
    """What a learner's hands do in one, on its own cells."""
    page = lab("digits.ipynb")
    training = next(n for n, cell in enumerate(code_of("digits.ipynb")) if cell["id"] == "train")
    for n in range(training):
        page.run(n)
        page.finished(n)

    # Inspects the name: the tip has a signature, types, shapes, errors and an example.
    page.cell(training).get_by_text("CrossEntropyLoss").click()
    page.page.keyboard.press("Shift+Tab")
    tip = page.page.locator(".jp-Tooltip")
    for part in ["CrossEntropyLoss(", "weight: Tensor", "Shapes:", "Errors:", ">>>"]:
        expect(tip).to_contain_text(part)
    page.screenshot("tutorial-shift-tab")
    page.page.keyboard.press("Escape")

    # Reloaded and interrupted while it trains: the session keeps its state.
    page.run(training)
    expect(page.output(training).locator("img").first).to_be_visible()
    page.page.reload()
    page.wait_for_kernel("any")
    page.menu("Kernel", "Interrupt Kernel")
    page.wait_for_kernel("idle")
    page.run(training + 1)
    page.expect_text(training + 1, "of 397")

    # After a restart no names are defined, and the first cell has number 1.
    page.restart()
    page.run(0)
    expect(page.cell(0).locator(".jp-InputPrompt").first).to_have_text("[1]:")


@pytest.mark.parametrize("name", TUTORIALS)
def test_a_tutorial_runs_and_its_figures_show(lab, name):
    page = lab(name)
    page.run_all()

    cells = code_of(name)
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
    promised = [cell["id"] for cell in cells if "figure" in cell["metadata"].get("tags", [])]
    assert count >= len(promised) > 0, f"{count} figures, and {len(promised)} cells promise some"
    for n in range(count):
        figure = figures.nth(n)
        figure.scroll_into_view_if_needed()
        picture = figure.screenshot()
        if folder := os.environ.get("SCREENSHOTS"):
            (Path(folder) / f"{name.removesuffix('.ipynb')}-{n}.png").write_bytes(picture)
        assert_not_blank(picture, f"figure {n} of {name}")
        room = "figure => figure.closest('.jp-OutputArea').getBoundingClientRect().right - figure.getBoundingClientRect().right"
        assert figure.evaluate(room) >= 0, f"figure {n} of {name} is wider than the page"
