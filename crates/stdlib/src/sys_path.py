# sys: the search path, made when it is first asked for.

path = _search_path()
