# Tests of every outcome, and what results know of them.
import io
import unittest

log = []


class Outcomes(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        log.append("class up")

    @classmethod
    def tearDownClass(cls):
        log.append("class down")

    def setUp(self):
        log.append(f"up {self._testMethodName}")
        self.addCleanup(log.append, "cleanup")

    def tearDown(self):
        log.append("down")

    def test_passes(self):
        self.assertEqual(1 + 1, 2)

    def test_fails(self):
        self.assertEqual(1, 2, "told")

    def test_errs(self):
        raise KeyError("x")

    @unittest.skip("for a reason")
    def test_skipped(self):
        raise AssertionError

    @unittest.skipIf(True, "if")
    def test_skip_if(self):
        pass

    @unittest.skipUnless(True, "unless")
    def test_skip_unless(self):
        pass

    def test_skips_itself(self):
        self.skipTest("inside")

    @unittest.expectedFailure
    def test_expected(self):
        self.fail("as expected")

    @unittest.expectedFailure
    def test_unexpected(self):
        pass

    def test_subtests(self):
        """Short description.

        Not this."""
        for i in range(4):
            with self.subTest("message", i=i):
                self.assertNotEqual(i % 2, 1)


class Broken(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        raise RuntimeError("no class")

    def test_never(self):
        pass


@unittest.skip("whole class")
class Skipped(unittest.TestCase):
    def test_never(self):
        pass


class Tearing(unittest.TestCase):
    def tearDown(self):
        raise ValueError("down")

    def test_ends_badly(self):
        pass


loader = unittest.TestLoader()
print(loader.getTestCaseNames(Outcomes))
result = unittest.TestResult()
suite = unittest.TestSuite(loader.loadTestsFromTestCase(case) for case in (Outcomes, Broken, Skipped, Tearing))
print(suite.countTestCases())
suite.run(result)
print(result.testsRun, result.wasSuccessful(), result)
for name in ("failures", "errors", "skipped", "expectedFailures"):
    print(name, [(str(test), told.strip().splitlines()[-1]) for test, told in getattr(result, name)])
print("unexpected", [str(test) for test in result.unexpectedSuccesses])
print(log)
test = Outcomes("test_subtests")
print(test.id(), test.shortDescription(), str(test), repr(test), test.countTestCases())
print(Outcomes("test_passes") == Outcomes("test_passes"), Outcomes("test_passes") == Outcomes("test_fails"))
stream = io.StringIO()
runner = unittest.TextTestRunner(stream=stream, verbosity=0)
ran = runner.run(loader.loadTestsFromName("Outcomes.test_passes", __import__("sys").modules["__main__"]))
print(ran.wasSuccessful(), stream.getvalue().splitlines()[0], stream.getvalue().splitlines()[-1])
try:
    Outcomes("absent")
except ValueError as error:
    print(error)


class Stops(unittest.TestCase):
    def test_a(self):
        self.fail()

    def test_b(self):
        self.fail()


result = unittest.TestResult()
result.failfast = True
loader.loadTestsFromTestCase(Stops).run(result)
print(result.testsRun, len(result.failures), result.shouldStop)
order = []
function = unittest.FunctionTestCase(lambda: order.append("run"), lambda: order.append("up"), lambda: order.append("down"), "described")
function.run(unittest.TestResult())
print(order, function.shortDescription())
