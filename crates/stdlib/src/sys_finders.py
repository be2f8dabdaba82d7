# sys: what finds modules, made when a program first asks for it.

from importlib._finders import meta_path, path_hooks
