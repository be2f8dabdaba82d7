# Classes of the standard library that annotations give arguments: found as traitlets did.
import array, collections, contextvars, queue, re, types, weakref

classes = [re.Pattern, re.Match, collections.deque, collections.defaultdict, collections.OrderedDict, collections.Counter]
classes += [weakref.ref, types.MappingProxyType, queue.Queue, contextvars.ContextVar, collections.ChainMap]
for cls in classes:
    alias = cls[str]
    print(alias.__origin__ is cls, alias.__args__)
