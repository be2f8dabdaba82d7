"""jupyter_kernel_test's suite, all of it enabled."""

import os

import jupyter_kernel_test

KERNEL_NAME = os.environ.get("KERNEL_NAME", "tensorcell")


class TestKernel(jupyter_kernel_test.KernelTests):
    kernel_name = KERNEL_NAME
    language_name = "python"
    file_extension = ".py"
    code_hello_world = "print('hello, world')"
    code_stderr = "import sys; print('test', file=sys.stderr)"
    completion_samples = [
        {"text": "enumer", "matches": {"enumerate"}},
        {"text": "isinst", "matches": {"isinstance"}},
    ]
    complete_code_samples = ["1", "print('hello, world')", "def f(x):\n  return x*2\n\n\n"]
    incomplete_code_samples = ["print('''hello", "def f(x):\n  x*2", "f(1,\n"]
    invalid_code_samples = ["import = 7q", "def 1f():"]
    code_page_something = "len?"
    code_generate_error = "raise ValueError('on purpose')"
    code_execute_result = [
        {"code": "1+2+3", "result": "6"},
        {"code": "[n*n for n in range(1, 4)]", "result": "[1, 4, 9]"},
        {"code": "'a' * 3", "result": "'aaa'"},
    ]
    code_display_data = [
        {
            "code": "from IPython.display import HTML, display; display(HTML('<b>test</b>'))",
            "mime": "text/html",
        },
    ]
    supported_history_operations = ("tail", "range", "search")
    code_history_pattern = "1?2*"
    code_inspect_sample = "len"
    code_clear_output = "from IPython.display import clear_output; clear_output()"


class TestIopubWelcome(jupyter_kernel_test.IopubWelcomeTests):
    kernel_name = KERNEL_NAME
    support_iopub_welcome = True
