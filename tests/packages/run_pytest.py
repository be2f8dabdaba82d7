# Runs the environment's pytest with the arguments given.
import sys

import pytest

sys.exit(pytest.main(sys.argv[1:]))
