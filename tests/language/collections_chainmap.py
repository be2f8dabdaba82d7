"""ChainMap: lookups through layers, writes to the first, children and parents, errors."""
from collections import ChainMap, OrderedDict, UserDict, UserList, UserString, defaultdict

defaults = {"colour": "red", "user": "guest"}
env = {"user": "admin"}
cm = ChainMap({}, env, defaults)
print(cm["user"], cm["colour"], dict(cm), len(cm), list(cm), cm.maps, "user" in cm, cm.get("zz", 0))
cm["user"] = "me"
child = cm.new_child({"colour": "blue"})
print(child, child.parents == cm, child["colour"], cm["colour"], env)
del cm["user"]
print(cm["user"], cm)
for bad in (lambda: cm.pop("colour"), lambda: cm.__delitem__("x"), lambda: cm["nothing"], lambda: ChainMap().popitem()):
    try:
        bad()
    except KeyError as error:
        print("KeyError", error)
print(ChainMap() == {}, ChainMap({"a": 1}) | {"b": 2}, {"b": 2} | ChainMap({"a": 1}), bool(ChainMap({}, {})))
