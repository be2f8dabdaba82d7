"""Unattended notebooks: nbconvert's pages and PDF, papermill's parameters, `jupyter execute`."""

import base64
import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from conftest import TIMEOUT
from playwright.sync_api import Error, sync_playwright
from pypdf import PdfReader

NOTEBOOK = [
    ("markdown", "# A page", []),
    ("code", "import torch\nimport tensorcell\nsteps = 5\nname = 'loss'", ["parameters"]),
    (
        "code",
        "curve = tensorcell.Curve(name, title='Falling')\nfor step in range(steps):\n    curve.add(**{name: steps - step})",
        [],
    ),
    ("code", "torch.arange(steps)", []),
    ("code", "torch.ones(2, 3) @ torch.ones(4, 5)", ["raises-exception"]),
    ("code", "print('<script>window.hacked = 1</script>', name)", []),
    ("code", "print('the end', steps)", []),
]
CHROMIUM = next(filter(None, map(shutil.which, ["chromium", "chromium-browser", "google-chrome"])), None)
in_a_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="there is no Chromium on this machine (Debian and Ubuntu: apt install chromium)"
)


def jupyter(*arguments, cwd, status=0, **environment):
    done = subprocess.run(
        [sys.executable, "-m", *map(str, arguments)],
        cwd=cwd,
        capture_output=True,
        text=True,
        timeout=2 * TIMEOUT,
        env={**os.environ, **environment},
    )
    assert done.returncode == status, done.stdout + done.stderr
    return done.stdout + done.stderr


@pytest.fixture
def notebook(tmp_path):
    cells = [
        {"cell_type": kind, "id": f"c{n}", "metadata": {"tags": tags}, "source": source}
        | ({"execution_count": None, "outputs": []} if kind == "code" else {})
        for n, (kind, source, tags) in enumerate(NOTEBOOK)
    ]
    kernel = {"name": "tensorcell", "display_name": "TensorCell", "language": "python"}
    document = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    path = tmp_path / "page.ipynb"
    path.write_text(json.dumps(document))
    return path


def outputs(path):
    """Of each code cell: the texts of its outputs."""
    cells = [cell for cell in json.loads(path.read_text())["cells"] if cell["cell_type"] == "code"]
    return [
        "".join("".join(output.get("text", output.get("data", {}).get("text/plain", ""))) for output in cell["outputs"])
        for cell in cells
    ]


def test_bars_stand_still_and_reports_are_plain(tmp_path):
    cells = [
        "from tqdm.auto import tqdm\nfor i in tqdm(range(20), desc='going', colour='green'): pass",
        "import torch\ntorch.nn.Linear(2, 2)\nraise ValueError('the title\\n\\nthe report\\n  of lines')",
    ]
    code = lambda n, source: {
        "cell_type": "code",
        "id": f"c{n}",
        "metadata": {"tags": ["raises-exception"]},
        "source": source,
        "execution_count": None,
        "outputs": [],
    }
    kernel = {"name": "tensorcell", "display_name": "TensorCell", "language": "python"}
    document = {
        "cells": [code(n, source) for n, source in enumerate(cells)],
        "metadata": {"kernelspec": kernel},
        "nbformat": 4,
        "nbformat_minor": 5,
    }
    (tmp_path / "bars.ipynb").write_text(json.dumps(document))
    jupyter("nbconvert", "--to", "html", "--execute", "bars.ipynb", cwd=tmp_path)
    page = (tmp_path / "bars.html").read_text()
    assert page.count("going: 100% <progress") == 1 and "0/20" not in page.replace("20/20", "")
    assert 'value="1.0000"' in page and "accent-color:green" in page
    # The title is bold; the report below the place is neither bold nor indented.
    assert re.search(r'ansi-bold">[^<]*: the title</span>', page), page[-4000:]
    assert re.search(r"\n\nthe report\n  of lines<", page), page[-4000:]


def test_a_page_shows_figures_errors_and_nothing_live(notebook):
    jupyter("nbconvert", "--to", "html", "--execute", "page.ipynb", cwd=notebook.parent)
    page = notebook.with_suffix(".html").read_text()
    assert "the end 5" in page and "tensor([0, 1, 2, 3, 4])" in page
    assert "<svg" in page or "image/svg+xml" in page
    # The error has its colours, and no escape sequence remains.
    assert "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)" in page
    assert "ansi-red" in page and "\x1b" not in page and not re.search(r"\[\d+(;\d+)*m", page)
    assert "&lt;script&gt;window.hacked" in page and "<script>window.hacked" not in page


@in_a_browser
def test_a_page_in_a_browser_runs_nothing_that_a_name_holds(notebook):
    hostile = '"><img src=x onerror="window.hacked=1"><script>window.hacked=1</script>'
    document = json.loads(notebook.read_text())
    document["cells"][1]["source"] = document["cells"][1]["source"].replace("'loss'", repr(hostile))
    notebook.write_text(json.dumps(document))
    jupyter("nbconvert", "--to", "html", "--execute", "page.ipynb", cwd=notebook.parent)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox", "--disable-dev-shm-usage"])
        page = browser.new_page()
        page.goto(notebook.with_suffix(".html").as_uri(), wait_until="domcontentloaded")
        # An image that cannot load calls its handler; by then those that were in the page before have called theirs.
        page.evaluate(
            """() => new Promise(told => {
                const picture = document.body.appendChild(document.createElement('img'));
                picture.onerror = () => { picture.remove(); requestIdleCallback(told); };
                picture.src = 'no-such-picture';
            })"""
        )
        assert page.evaluate("window.hacked") is None
        assert "Falling" in page.content() and page.locator("img[src='x']").count() == 0
        browser.close()


@pytest.fixture
def browsers(tmp_path):
    """A folder in which Playwright, and so nbconvert, finds this machine's Chromium where its own download would be."""
    folder = tmp_path / "browsers"
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PLAYWRIGHT_BROWSERS_PATH", str(folder))
        with sync_playwright() as playwright, pytest.raises(Error) as failure:
            playwright.chromium.launch()
    expected = Path(re.search(rf"{folder}\S+", str(failure.value)).group())
    expected.parent.mkdir(parents=True)
    expected.symlink_to(CHROMIUM)
    return folder


@in_a_browser
def test_a_pdf_is_printed(notebook, browsers):
    convert = ["nbconvert", "--to", "webpdf", "--disable-chromium-sandbox", "--execute", "page.ipynb"]
    jupyter(*convert, cwd=notebook.parent, PLAYWRIGHT_BROWSERS_PATH=str(browsers))
    pdf = notebook.with_suffix(".pdf").read_bytes()
    assert pdf.startswith(b"%PDF") and pdf.rstrip().endswith(b"%%EOF")
    if folder := os.environ.get("SCREENSHOTS"):
        (Path(folder) / "page.pdf").write_bytes(pdf)
    reader = PdfReader(io.BytesIO(pdf))
    text = "".join(page.extract_text() for page in reader.pages)
    assert "the end 5" in text and "tensor([0, 1, 2, 3, 4])" in text
    assert "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)" in text
    # The figure contains lines and letters, not pixels.
    assert "Falling" in text


def test_papermill_sets_parameters_and_keeps_the_outputs(notebook):
    executed = notebook.with_name("out.ipynb")
    # The error is expected; papermill stops at errors, so it is left out here.
    document = json.loads(notebook.read_text())
    del document["cells"][4]
    notebook.write_text(json.dumps(document))
    jupyter("papermill", "page.ipynb", executed, "-p", "steps", "7", "-p", "name", "error rate", cwd=notebook.parent)
    assert outputs(executed)[-1] == "the end 7\n"
    assert "error rate" in outputs(executed)[-2]
    cells = json.loads(executed.read_text())["cells"]
    injected = [cell for cell in cells if "injected-parameters" in cell["metadata"].get("tags", [])]
    assert "steps = 7" in "".join(injected[0]["source"])


def test_papermill_stops_at_the_first_error_and_shows_it(notebook):
    document = json.loads(notebook.read_text())
    document["cells"][4]["metadata"]["tags"] = []
    notebook.write_text(json.dumps(document))
    said = jupyter("papermill", "page.ipynb", "out.ipynb", cwd=notebook.parent, status=1)
    assert "RuntimeError: mat1 and mat2 shapes cannot be multiplied" in said
    assert outputs(notebook.with_name("out.ipynb"))[-1] == "", "cells behind the error have not run"


def test_jupyter_execute_writes_the_outputs_into_the_notebook(notebook):
    jupyter("jupyter", "execute", "--inplace", "page.ipynb", cwd=notebook.parent)
    assert outputs(notebook)[-1] == "the end 5\n"
    figure = json.loads(notebook.read_text())["cells"][2]["outputs"][0]["data"]
    assert "Falling" in "".join(figure["image/svg+xml"])
    assert base64.b64decode("".join(figure["image/png"])).startswith(b"\x89PNG")
