"""A real JupyterLab in Chromium: one server and one browser for all tests, one notebook page per test.

SCREENSHOTS names the folder for screenshots. Without Chromium every test is skipped with a note.
"""

import io
import json
import os
import shutil
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

import pytest
from PIL import Image
from playwright.sync_api import expect, sync_playwright

NOTEBOOKS = Path(__file__).parents[2] / "notebooks"
BROWSERS = ["chromium", "chromium-browser", "google-chrome"]
SECOND = 1000
#: The longest wait for something that must happen; when it ends, nothing happened.
PATIENCE = 120 * SECOND * float(os.environ.get("TENSORCELL_PATIENCE", 1))
expect.set_options(timeout=PATIENCE)

SETTINGS = {
    "@jupyterlab/apputils-extension:notification": {"fetchNews": "false", "checkForUpdates": False},
    # All cells are in the page, including those out of sight.
    "@jupyterlab/notebook-extension:tracker": {"windowingMode": "none"},
    "@jupyterlab/docmanager-extension:plugin": {"autosave": False},
    # JupyterLab drops completions that come after a second.
    "@jupyterlab/completer-extension:manager": {"providerTimeout": PATIENCE},
}


def chromium():
    return next(filter(None, map(shutil.which, BROWSERS)), None)


@pytest.fixture(scope="session")
def browser():
    if chromium() is None:
        pytest.skip("there is no Chromium on this machine (Debian and Ubuntu: apt install chromium)")
    with sync_playwright() as playwright:
        # A container has no sandbox for root and little space in /dev/shm.
        browser = playwright.chromium.launch(
            executable_path=chromium(), args=["--no-sandbox", "--disable-dev-shm-usage", "--disable-gpu"]
        )
        yield browser
        browser.close()


class Server:
    """JupyterLab on a copy of the notebooks."""

    def __init__(self, folder):
        self.root = folder / "notebooks"
        shutil.copytree(NOTEBOOKS, self.root, ignore=shutil.ignore_patterns(".ipynb_checkpoints"))
        settings = folder / "settings"
        settings.mkdir()
        (settings / "overrides.json").write_text(json.dumps(SETTINGS))
        config, runtime = folder / "config", folder / "run"
        config.mkdir()
        notebook_7 = {"JupyterNotebookApp": {"expose_app_in_browser": True}}
        (config / "jupyter_notebook_config.json").write_text(json.dumps(notebook_7))
        # Only for this server's folders; the kernel's are the test run's.
        environment = {**os.environ, "JUPYTER_CONFIG_DIR": str(config), "JUPYTER_RUNTIME_DIR": str(runtime)}
        self.log = folder / "log"
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-m", "jupyterlab", "--no-browser", "--allow-root", "--port=0"),
                "--IdentityProvider.token=",
                "--ServerApp.disable_check_xsrf=True",
                f"--ServerApp.root_dir={self.root}",
                f"--LabApp.app_settings_dir={settings}",
                f"--LabApp.user_settings_dir={folder / 'user'}",
                f"--LabApp.workspaces_dir={folder / 'workspaces'}",
                "--LabApp.expose_app_in_browser=True",
                "--MultiKernelManager.default_kernel_name=tensorcell",
            ],
            env=environment,
            stdout=subprocess.DEVNULL,
            stderr=self.log.open("w"),
        )
        self.address = self.wait(runtime)

    def wait(self, runtime):
        end = time.monotonic() + PATIENCE / SECOND
        while time.monotonic() < end and self.process.poll() is None:
            for file in runtime.glob("jpserver-*.json"):
                with suppress(OSError, ValueError):
                    address = json.loads(file.read_text())["url"]
                    urllib.request.urlopen(address + "api/status", timeout=5).close()
                    return address
            time.sleep(0.1)
        raise AssertionError(self.log.read_text())

    def write(self, name, *cells):
        """A notebook of code cells."""
        code = [
            {"cell_type": "code", "id": f"c{n}", "metadata": {}, "execution_count": None, "outputs": [], "source": source}
            for n, source in enumerate(cells)
        ]
        kernel = {"name": "tensorcell", "display_name": "TensorCell", "language": "python"}
        document = {"cells": code, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
        (self.root / name).write_text(json.dumps(document))
        return name

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(timeout=30)
        except subprocess.TimeoutExpired:
            # JupyterLab's own extensions sometimes wait for ever for a request of a closed page.
            self.process.kill()
            self.process.wait()


@pytest.fixture(scope="session")
def server(browser, tmp_path_factory):
    server = Server(tmp_path_factory.mktemp("lab"))
    yield server
    server.stop()


def wait_for_a_broken_picture(page):
    """Waits until a picture that cannot load has told its handler: those that were in the page before have told theirs."""
    page.evaluate(
        """() => new Promise(told => {
            const picture = document.body.appendChild(document.createElement('img'));
            picture.onerror = () => { picture.remove(); requestIdleCallback(told); };
            picture.src = 'no-such-picture';
        })"""
    )


class Lab:
    """A notebook open in JupyterLab, as a person has it before them."""

    def __init__(self, page, server, name):
        self.page, self.name = page, name
        self.dialogs = []
        page.on("dialog", self.on_dialog)
        page.set_default_timeout(PATIENCE)
        page.goto(f"{server.address}lab/tree/{name}?reset")
        self.wait_for_kernel()

    def on_dialog(self, dialog):
        """A page that is left without saving asks about it; nothing else may ask."""
        if dialog.type != "beforeunload":
            self.dialogs.append(dialog.message)
        dialog.accept()

    def wait_for_kernel(self, status="idle"):
        """Before it is connected, what a person runs is dropped by JupyterLab, and its circle is that of an idle kernel."""
        self.page.wait_for_selector(".jp-Notebook .jp-Cell")
        self.page.wait_for_function(
            """status => {
                const kernel = jupyterapp.shell.currentWidget?.sessionContext?.session?.kernel;
                return kernel?.connectionStatus == 'connected' && (status == 'any' || kernel.status == status);
            }""",
            arg=status,
        )

    def cell(self, n):
        """The n-th code cell."""
        return self.page.locator(".jp-Notebook .jp-CodeCell").nth(n)

    def edit(self, n):
        self.cell(n).locator(".cm-content").first.click()

    def run(self, n):
        self.edit(n)
        self.page.keyboard.press("Control+Enter")

    def complete(self, n, result):
        """Tab, and Enter for the one that is offered."""
        # Until JupyterLab has looked at what was typed, Tab indents.
        expect(self.cell(n).locator(".jp-mod-completer-enabled").first).to_be_attached()
        self.page.keyboard.press("Tab")
        expect(self.page.locator(".jp-Completer:visible")).to_be_visible()
        self.page.keyboard.press("Enter")
        expect(self.cell(n).locator(".cm-content").first).to_have_text(result)

    def restart(self):
        self.page.keyboard.press("Escape")
        self.page.keyboard.press("0")
        self.page.keyboard.press("0")
        self.page.locator(".jp-Dialog button", has_text="Restart").click()
        self.wait_for_kernel()

    def menu(self, *path):
        for entry in path[:-1]:
            self.page.get_by_role("menuitem", name=entry, exact=True).first.click()
        self.page.get_by_role("menuitem", name=path[-1]).first.click()

    def output(self, n):
        return self.cell(n).locator(".jp-OutputArea-output")

    def text(self, n):
        return "\n".join(self.output(n).all_inner_texts())

    def expect_text(self, n, text):
        expect(self.cell(n).locator(".jp-OutputArea")).to_contain_text(text)

    def finished(self, n):
        """Waits until a cell has its number."""
        self.page.wait_for_function(
            """n => /\\[\\d+\\]/.test(document.querySelectorAll(
                '.jp-Notebook .jp-CodeCell')[n].querySelector('.jp-InputPrompt').textContent)""",
            arg=n,
        )

    def run_all(self):
        """Runs all cells by the menu; waits until each has its number, or nothing has happened for a while."""
        self.menu("Run", "Run All Cells")
        # An error removes the stars of later cells, even if it is expected and they run, so stars are no indication.
        # Between two cells the kernel is idle for a moment.
        self.page.wait_for_function(
            """() => {
                const cells = [...document.querySelectorAll('.jp-Notebook .jp-CodeCell')];
                const numbered = cells.filter(it => /\\d/.test(it.querySelector('.jp-InputPrompt').textContent));
                const idle = jupyterapp.shell.currentWidget.sessionContext.session.kernel.status == 'idle';
                const state = `${numbered.length} ${idle}`;
                if (window.lastState != state || !idle) [window.lastState, window.since] = [state, Date.now()];
                return numbered.length == cells.length || (idle && Date.now() - window.since > 5000);
            }""",
            timeout=10 * PATIENCE,
        )

    def screenshot(self, name):
        folder = os.environ.get("SCREENSHOTS")
        if folder:
            self.page.screenshot(path=Path(folder) / f"{name}.png")


@pytest.fixture
def lab(browser, server, request):
    """Opens a notebook of the server's folder, or one made of the given cells."""
    opened = []

    def open_notebook(name, *cells):
        if cells:
            server.write(name, *cells)
        context = browser.new_context(viewport={"width": 1280, "height": 900})
        opened.append((context, Lab(context.new_page(), server, name)))
        return opened[-1][1]

    yield open_notebook
    for context, lab in opened:
        lab.screenshot(request.node.name)
        context.close()
    sessions = json.load(urllib.request.urlopen(server.address + "api/sessions"))
    for session in sessions:
        delete = urllib.request.Request(f"{server.address}api/sessions/{session['id']}", method="DELETE")
        urllib.request.urlopen(delete).close()


def assert_not_blank(png, what):
    """A picture has marks on its ground: several colours, and no one of them nearly everywhere."""
    image = Image.open(io.BytesIO(png)).convert("RGB")
    colours = sorted((count for count, _ in image.getcolors(image.width * image.height)), reverse=True)
    share = colours[0] / (image.width * image.height)
    assert image.width > 20 and image.height > 10, f"{what}: {image.size}"
    assert len(colours) > 3 and share < 0.997, f"{what}: {len(colours)} colours, one of them {share:.2%}"
