"""The Jupyter project's own test of kernels, against the Mímir kernel. Run by kernel-test.test.ts."""

import unittest

import jupyter_kernel_test


# Its clock is for kernels that hang. On a machine that runs other tests too, a first cell may take longer than that.
jupyter_kernel_test.TIMEOUT = 60


class MimirTests(jupyter_kernel_test.KernelTests):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.kc.execute_interactive("'ready'", timeout=120, output_hook=lambda message: None)

    kernel_name = "mimir"
    language_name = "typescript"
    file_extension = ".ts"

    code_hello_world = "console.log('hello, world')"
    code_stderr = "console.error('to the other stream')"
    code_page_something = "lens.dsm?"
    code_clear_output = "display.clear()"
    code_generate_error = "throw new Error('on purpose')"
    code_execute_result = [
        {"code": "6 * 7", "result": "42"},
        {"code": "const whole: number = 3; `${whole}`", "result": "'3'"},
        {"code": "await Promise.resolve([1, 2])", "result": "[ 1, 2 ]"},
    ]
    code_display_data = [
        {"code": "await display.html('<b>bold</b>')", "mime": "text/html"},
        {"code": "await display.markdown('**bold**')", "mime": "text/markdown"},
        {"code": "await display.svg('<svg></svg>')", "mime": "image/svg+xml"},
        {"code": "await display.png(new Uint8Array([137, 80]))", "mime": "image/png"},
    ]
    completion_samples = [
        {"text": "consol", "matches": {"console"}},
        {"text": "Math.sqr", "matches": {"sqrt"}},
        {"text": "lens.ds", "matches": {"dsm"}},
    ]
    complete_code_samples = ["1", "const a = 1", "function f() { return 1 }", "// note"]
    incomplete_code_samples = ["function f() {", "f(1,", "`open", "const a ="]
    invalid_code_samples = ["const = 1", "a b c)"]
    code_inspect_sample = "Math.sqrt"
    code_history_pattern = "6*"
    supported_history_operations = ("tail", "range", "search")


if __name__ == "__main__":
    unittest.main(verbosity=2)
