"""JupyterLab's debugger: sets a breakpoint, runs a cell up to it, inspects variables, steps, and continues."""

from conftest import assert_not_blank
from playwright.sync_api import expect

CODE = """import torch
def scale(x, factor):
    total = factor * 2
    y = x * total
    return y
out = scale(torch.ones(2, 3), 5)
print('sum', out.sum().item())"""


def turn_on(page):
    """The bug in the toolbar; the panel is there then. By the time a cell has run, JupyterLab knows that there is a debugger."""
    page.run(1)
    page.expect_text(1, "ready")
    page.finished(1)
    page.page.locator(".jp-DebuggerBugButton").first.click()
    page.page.wait_for_selector(".jp-DebuggerSidebar:visible")
    page.page.wait_for_selector(".jp-DebuggerBugButton[aria-pressed='true']")


def set_breakpoint(page, n, line):
    """Clicks beside a line of a cell."""
    gutter = page.cell(n).locator(".cm-breakpoint-gutter .cm-gutterElement")
    # The first is the gutter's own, without a line.
    gutter.nth(line).click()
    expect(page.cell(n).locator(".cm-breakpoint-icon")).to_have_count(1)


def stopped_at(page, line):
    """Waits until the panel shows a call at a line."""
    expect(page.page.locator(".jp-DebuggerCallstack-body").first).to_contain_text("scale")
    expect(page.page.locator(".jp-DebuggerCallstackFrame.selected .jp-DebuggerCallstackFrame-location")).to_contain_text(
        f":{line}"
    )


def button(page, command):
    page.page.evaluate("command => jupyterapp.commands.execute(command)", command)


def test_a_cell_stops_shows_its_variables_steps_and_goes_on(lab):
    page = lab("debug.ipynb", CODE, "print('ready')")
    page.page.set_viewport_size({"width": 1500, "height": 900})
    turn_on(page)
    set_breakpoint(page, 0, 4)
    page.run(0)
    stopped_at(page, 4)
    variables = page.page.locator(".jp-DebuggerVariables-body:visible")
    expect(variables).to_contain_text("total")
    expect(variables).to_contain_text("10")
    expect(variables).to_contain_text("Tensor [2, 3] float32 cpu")
    variables.get_by_role("treeitem", name="x: Tensor").locator(".expand-collapse-button").first.click()
    expect(variables).to_contain_text("torch.Size([2, 3])")
    assert_not_blank(page.page.locator(".jp-DebuggerSidebar").screenshot(), "the debugger's panel")
    page.screenshot("debugger-light")
    page.page.evaluate("jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Dark'})")
    page.page.wait_for_selector("body[data-jp-theme-light='false']", state="attached")
    page.page.wait_for_selector("#jupyterlab-splash", state="detached")
    page.screenshot("debugger-dark")
    assert_not_blank(page.page.locator(".jp-DebuggerSidebar").screenshot(), "the panel in the dark")
    page.page.evaluate("jupyterapp.commands.execute('apputils:change-theme', {theme: 'JupyterLab Light'})")
    button(page, "debugger:next")
    stopped_at(page, 5)
    expect(variables).to_contain_text("y")
    button(page, "debugger:continue")
    page.expect_text(0, "sum 60.0")
    page.finished(0)


def test_an_interrupt_ends_a_stop(lab):
    page = lab("debug_interrupt.ipynb", CODE, "print('ready')", "print('alive')")
    turn_on(page)
    set_breakpoint(page, 0, 3)
    page.run(0)
    stopped_at(page, 3)
    page.menu("Kernel", "Interrupt Kernel")
    page.expect_text(0, "KeyboardInterrupt")
    page.run(2)
    page.expect_text(2, "alive")
