# Options short and long, and what is refused.
print(getopt(["-a", "-b", "3", "--long=4", "x", "-c"], "ab:c", ["long=", "other"]))
print(gnu_getopt(["x", "-a", "--oth", "y"], "a", ["other"]))
for arguments in (["-z"], ["-b"], ["--none"], ["--other=1"]):
    try:
        getopt(arguments, "b:", ["other"])
    except GetoptError as error:
        print(error, repr(error.opt))
