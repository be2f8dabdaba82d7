"""Names for the annotations of scripts."""

from typing import Any, Dict, List, Optional, Tuple, Union
