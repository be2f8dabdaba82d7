# os.environ: reading, writing, and what children see of it.
import os
import subprocess
from collections.abc import MutableMapping

env = os.environ
print(isinstance(env, MutableMapping), type(env).__name__, "PATH" in env, env.get("NO_SUCH_NAME"))
env["LANGUAGE_TEST_A"] = "one"
print(env["LANGUAGE_TEST_A"], os.getenv("LANGUAGE_TEST_A"), os.getenv("NO_SUCH_NAME", "default"))
print(os.environb[b"LANGUAGE_TEST_A"], os.getenvb(b"LANGUAGE_TEST_A"))
os.environb[b"LANGUAGE_TEST_B"] = b"two"
print(env["LANGUAGE_TEST_B"])
print(subprocess.getoutput("echo $LANGUAGE_TEST_A $LANGUAGE_TEST_B"))


def tried(act):
    try:
        print("no error", act())
    except Exception as e:
        print(type(e).__name__, e)


tried(lambda: env["NO_SUCH_NAME"])
tried(lambda: env.__setitem__("A", 1))
tried(lambda: env.__setitem__(1, "a"))
tried(lambda: env.__delitem__("NO_SUCH_NAME"))
tried(lambda: env[1])
tried(lambda: env.pop("NO_SUCH_NAME"))
print(env.pop("LANGUAGE_TEST_B"), env.pop("LANGUAGE_TEST_B", "gone"))
print(env.setdefault("LANGUAGE_TEST_C", "set"), env.setdefault("LANGUAGE_TEST_C", "again"))
env.update(LANGUAGE_TEST_D="d", LANGUAGE_TEST_E="e")
print(sorted(key for key in env if key.startswith("LANGUAGE_TEST")))
copy = env.copy()
print(type(copy).__name__, copy["LANGUAGE_TEST_D"])
copy["LANGUAGE_TEST_D"] = "changed"
print(env["LANGUAGE_TEST_D"])
merged = env | {"LANGUAGE_TEST_D": "merged", "X": "y"}
print(type(merged).__name__, merged["LANGUAGE_TEST_D"], merged["X"])
env |= {"LANGUAGE_TEST_F": "f"}
print(env["LANGUAGE_TEST_F"], len(env) == len(list(env)), len(env.items()) == len(env))
del env["LANGUAGE_TEST_F"]
print("LANGUAGE_TEST_F" in env)
os.putenv("LANGUAGE_TEST_G", "put")
os.unsetenv("LANGUAGE_TEST_G")
print(repr(env).startswith("environ({"), "'LANGUAGE_TEST_A': 'one'" in repr(env))
print(os.path.expandvars("$LANGUAGE_TEST_A/${LANGUAGE_TEST_A}x/$NO_SUCH_NAME/$"))
saved = env["HOME"]
env["HOME"] = "/home/somebody"
print(os.path.expanduser("~"), os.path.expanduser("~/x"), os.path.expanduser("a~"), os.path.expanduser("~nosuchuser/x"))
env["HOME"] = saved
print(os.path.expanduser("~root"), os.get_exec_path({"PATH": "/a:/b"}), os.get_exec_path({}))
for key in [key for key in env if key.startswith("LANGUAGE_TEST")]:
    del env[key]
print([key for key in env if key.startswith("LANGUAGE_TEST")])
