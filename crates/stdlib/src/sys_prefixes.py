# sys: where the environment lies, made when it is first asked for.

prefix = _prefixes()[0]
exec_prefix = _prefixes()[0]
base_prefix = _prefixes()[1]
base_exec_prefix = _prefixes()[1]
