# Sections, interpolation, conversions, writing, and what is refused.
config = ConfigParser()
config.read_string("[DEFAULT]\nseed = 1\n[model]\nwidth = 128\nname = net-%(width)s\n  second line\n[run]\ncuda: true\n; a comment\nempty =\n")
print(config.sections(), config["model"]["name"].split("\n"), config.getboolean("run", "cuda"), config.getint("model", "seed"))
print({section: dict(config[section]) for section in config.sections()}, config.get("run", "none", fallback="fell back"))
config["new"] = {"a": "1", "b": "%%"}
out = io.StringIO()
config.write(out)
print(out.getvalue())
for bad in ("x = 1", "[a]\n[a]", "[a]\nx = 1\nx = 2", "[a]\n  = 3"):
    try:
        ConfigParser().read_string(bad)
    except Error as error:
        print(type(error).__name__, error)
