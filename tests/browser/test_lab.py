"""User actions in JupyterLab: complete, inspect, interrupt, restart, reload, dark theme; and what must not happen."""

import io
import re

from conftest import assert_not_blank, wait_for_a_broken_picture
from PIL import Image
from playwright.sync_api import expect


def test_tab_completes_from_live_values_with_their_types(lab):
    page = lab("complete.ipynb", "import torch\nweights = torch.ones(2, 3)\nprint('ready')", "", "")
    page.run(0)
    page.expect_text(0, "ready")
    page.edit(1)
    page.page.keyboard.type("weights.requires_")
    expect(page.cell(1).locator(".jp-mod-completer-enabled").first).to_be_attached()
    page.page.keyboard.press("Tab")
    completer = page.page.locator(".jp-Completer:visible")
    expect(completer).to_be_visible()
    names = completer.locator(".jp-Completer-match").all_inner_texts()
    assert "requires_grad" in names and "requires_grad_" in names, names
    kinds = {kind.get_attribute("data-color-index") for kind in completer.locator(".jp-Completer-icon").all()}
    kinds |= set(completer.locator(".jp-Completer-typeExtended").all_inner_texts())
    assert kinds, "the completer shows what each name is"
    page.page.keyboard.press("Enter")
    expect(page.cell(1).locator(".cm-content").first).to_contain_text("weights.requires_grad")

    page.edit(2)
    page.page.keyboard.type("torch.linspac")
    page.complete(2, "torch.linspace")


def test_tab_completes_while_a_cell_runs(lab):
    page = lab("busy.ipynb", "import torch\ni = 0\nprint('begun')\nwhile True:\n    i += 1", "")
    page.run(0)
    page.expect_text(0, "begun")
    page.edit(1)
    page.page.keyboard.type("torch.linspac")
    page.complete(1, "torch.linspace")
    page.menu("Kernel", "Interrupt Kernel")
    page.expect_text(0, "KeyboardInterrupt")


def test_shift_tab_tells_signature_and_purpose(lab):
    page = lab("ask.ipynb", "import torch\nprint('ready')", "")
    page.run(0)
    page.expect_text(0, "ready")
    page.edit(1)
    page.page.keyboard.type("torch.linspace")
    page.page.keyboard.press("Shift+Tab")
    tooltip = page.page.locator(".jp-Tooltip")
    expect(tooltip).to_contain_text("start")
    expect(tooltip).to_contain_text("steps")
    page.screenshot("shift-tab")


def test_a_question_mark_shows_help(lab):
    page = lab("question.ipynb", "import torch\ntorch.linspace?", "print('after')")
    page.run(0)
    page.run(1)
    page.expect_text(1, "after")
    assert "steps" in page.page.locator(".jp-Notebook").inner_text()


def test_interrupting_ends_the_cell_and_keeps_the_session(lab):
    page = lab(
        "interrupt.ipynb",
        "import torch\nkept = 41\nprint('begun')\nwhile True:\n    torch.ones(100, 100) @ torch.ones(100, 100)",
        "print(kept + 1)",
    )
    page.run(0)
    page.expect_text(0, "begun")
    page.page.keyboard.press("Escape")
    page.page.keyboard.press("i")
    page.page.keyboard.press("i")
    page.expect_text(0, "KeyboardInterrupt")
    page.run(1)
    page.expect_text(1, "42")


def test_restarting_forgets_and_begins_anew(lab):
    page = lab("restart.ipynb", "value = 7\nprint(value)", "print(value)")
    page.run(0)
    page.expect_text(0, "7")
    page.restart()
    page.run(1)
    page.expect_text(1, "NameError")
    expect(page.cell(1).locator(".jp-InputPrompt")).to_have_text("[1]:")


def test_a_page_that_reloads_while_a_cell_runs_shows_what_is_true(lab, server):
    reloaded = server.root / "reloaded"
    page = lab(
        "reload.ipynb",
        "import os, time\nimport tensorcell\ncurve = tensorcell.Curve('loss')\nprint('begun')\nstep = 0\n"
        f"while step < 300 or not os.path.exists({reloaded.name!r}):\n"
        "    step += 1\n    curve.add(loss=1 / step)\n    time.sleep(0.02)\nprint('ended')",
        "print('steps', step >= 300)\ncurve",
    )
    page.run(0)
    page.expect_text(0, "begun")
    page.page.reload()
    # The kernel is found again, at work; what it is asked now comes after.
    page.wait_for_kernel("busy")
    page.run(1)
    reloaded.touch()
    page.expect_text(1, "steps True")
    figure = page.cell(1).locator(".jp-OutputArea-output img").first
    assert_not_blank(figure.screenshot(), "the curve after the reload")
    assert "Error" not in page.text(1)


def test_a_live_chart_is_one_picture_that_changes(lab, server):
    seen = server.root / "seen"
    page = lab(
        "live.ipynb",
        "import os, time\nimport tensorcell\ncurve = tensorcell.Curve('loss')\nstep = 0\n"
        f"while step < 150 or not os.path.exists({seen.name!r}):\n"
        "    step += 1\n    curve.add(loss=1 / step)\n    time.sleep(0.02)\nprint('ended')",
    )
    page.run(0)
    figures = page.cell(0).locator(".jp-OutputArea-output img")
    expect(figures).to_have_count(1)
    early = figures.get_attribute("src")
    seen.touch()
    page.expect_text(0, "ended")
    page.finished(0)
    expect(figures).to_have_count(1)
    assert figures.get_attribute("src") != early
    assert_not_blank(figures.screenshot(), "the chart at its end")


def test_charts_can_be_read_in_the_dark(lab):
    page = lab(
        "dark.ipynb", "import tensorcell\ncurve = tensorcell.Curve('loss')\nfor n in range(9):\n    curve.add(loss=9 - n)"
    )
    page.page.evaluate("jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    page.page.wait_for_selector("body[data-jp-theme-light='false']", state="attached")
    page.run(0)
    page.finished(0)
    figure = page.cell(0).locator(".jp-OutputArea-output img")
    picture = figure.screenshot()
    page.page.evaluate("jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})")
    page.page.wait_for_selector("body[data-jp-theme-light='true']", state="attached")
    assert_not_blank(picture, "a chart on a dark page")


def contrast(png):
    """The contrast (WCAG 2) of a picture's ground, its commonest colour, with what stands out of it most."""

    def luminance(colour):
        parts = [part / 255 for part in colour]
        r, g, b = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
        return 0.2126 * r + 0.7152 * g + 0.0722 * b

    image = Image.open(io.BytesIO(png)).convert("RGB")
    colours = image.getcolors(image.width * image.height)
    ground = luminance(max(colours)[1])
    return max((max(ground, ink) + 0.05) / (min(ground, ink) + 0.05) for ink in (luminance(colour) for _, colour in colours))


def test_errors_can_be_read_in_both_themes(lab):
    page = lab("error.ipynb", "import torch\nx = torch.zeros(2, 3)\nx @ x")
    page.run(0)
    page.expect_text(0, "mat1 and mat2")
    for theme, is_light in (("JupyterLab Dark", "false"), ("JupyterLab Light", "true")):
        page.page.evaluate(f"jupyterapp.commands.execute('apputils:change-theme', {{theme: '{theme}'}})")
        page.page.wait_for_selector(f"body[data-jp-theme-light='{is_light}']", state="attached")
        expect(page.page.locator("#jupyterlab-splash")).to_have_count(0)
        page.screenshot(f"error-{theme.split()[1].lower()}")
        parts = page.output(0).locator("pre span").all()
        written = [(part.inner_text(), contrast(part.screenshot())) for part in parts if part.inner_text().strip()]
        assert any("^" in text for text, _ in written), written
        assert all(ratio >= 4.5 for _, ratio in written), f"{theme}: {written}"


HOSTILE = "<img src=x onerror=\"window.hacked='yes'\"><script>window.hacked='yes'</script>"


def test_hostile_text_stays_text(lab):
    page = lab(
        "hostile.ipynb",
        f"hostile = {HOSTILE!r}\nprint(hostile)",
        "hostile",
        "import torch\nfrom torch import nn\nnn.Sequential().__class__.__name__\n[hostile, {hostile: hostile}]",
        "type(hostile, (), {})()",
        "raise ValueError(hostile)",
        "{hostile: 1}[hostile + '.']",
        "import tensorcell\ncurve = tensorcell.Curve(hostile, title=hostile)\ncurve.add(**{hostile: 1.0})\ncurve.add(**{hostile: 2.0})",
        "class Layer(nn.Module):\n    def extra_repr(self):\n        return hostile\nnn.Sequential(Layer(), nn.Linear(2, 2))",
        "%whos",
        "hostile?",
        "import matplotlib.pyplot as plt\nplt.plot([1, 2], [3, 4], label=hostile)\n"
        "plt.title(hostile)\nplt.xlabel(hostile)\nplt.legend()\nplt.show()",
        "from tqdm import tqdm\nfor _ in tqdm(range(3), desc=hostile):\n    pass",
        "print('end')",
    )
    for n in range(13):
        page.run(n)
        page.finished(n)
    page.expect_text(12, "end")
    # By then scripts of pictures and pages have run.
    wait_for_a_broken_picture(page.page)
    assert page.page.evaluate("window.hacked") is None
    assert page.dialogs == []
    assert page.page.locator("img[src='x']").count() == 0
    for n in [0, 1, 4, 11]:
        assert "onerror" in page.text(n), "it is shown as what it is"
    for n in [6, 10]:
        assert_not_blank(page.output(n).locator("img, svg").first.screenshot(), f"the figure of cell {n}")


def test_colours_of_errors_reach_the_page(lab):
    page = lab("error.ipynb", "import torch\ntorch.ones(2, 3) @ torch.ones(4, 5)")
    page.run(0)
    page.expect_text(0, "mat1 and mat2 shapes cannot be multiplied (2x3 and 4x5)")
    text = page.text(0)
    assert "^" in text and "\x1b" not in text and not re.search(r"\[\d+m", text), text
    colours = (
        page.cell(0)
        .locator(".jp-OutputArea-output span")
        .evaluate_all("spans => spans.map(span => getComputedStyle(span).color)")
    )
    assert len(set(colours)) > 1, "an error has colours"


def test_two_pages_share_one_kernel(lab):
    first = lab("shared.ipynb", "shared = 20", "print(shared + 22)")
    first.run(0)
    first.finished(0)
    second = lab("shared.ipynb")
    second.run(1)
    second.expect_text(1, "42")


def test_notebook_7_opens_and_runs_one(lab, server):
    page = lab("classic.ipynb", "print(20 + 22)")
    page.page.goto(f"{server.address}notebooks/classic.ipynb")
    page.wait_for_kernel()
    page.run(0)
    page.expect_text(0, "42")


def test_the_first_page_asks_nothing(browser, server):
    context = browser.new_context()
    page = context.new_page()
    page.goto(f"{server.address}lab?reset")
    page.wait_for_selector(".jp-LauncherCard[data-category='Notebook']")
    card = page.locator(".jp-LauncherCard[data-category='Notebook']", has_text="TensorCell")
    expect(card).to_be_visible()
    # The logo's image was loaded.
    assert card.locator("img").evaluate("image => image.naturalWidth") > 0
    # All extensions are loaded, and have sent their first requests to the server.
    page.evaluate("jupyterapp.restored.then(() => fetch('api/status')).then(() => new Promise(requestIdleCallback))")
    assert page.locator(".jp-Dialog").count() == 0 and page.locator(".Toastify__toast").count() == 0
    context.close()


def test_the_help_menu_links_to_the_documentation(lab):
    page = lab("help.ipynb", "1")
    page.page.get_by_role("menuitem", name="Help", exact=True).click()
    for entry in ["PyTorch", "CUDA"]:
        expect(page.page.locator(".lm-Menu-item", has_text=entry).first).to_be_visible()
