# Splitting as a shell does, quoting, and a quotation that does not end.
print(split("a 'b c' d\\ e \"f g\" # h"), split("x 'y'#z", comments=True), join(["a b", "c"]), quote("it's"))
print(list(shlex("a+b (c) 'd' \"e f\" g_h")), list(shlex("a && b || c > d", punctuation_chars=True)))
try:
    split("no 'end")
except ValueError as error:
    print(error)
