"""A JSON parser and printer by hand, against the json module."""
import json


class Parser:
    def __init__(self, text):
        self.text, self.at = text, 0

    def error(self, message):
        line = self.text.count("\n", 0, self.at) + 1
        raise ValueError(f"{message} (line {line}, char {self.at})")

    def peek(self):
        while self.at < len(self.text) and self.text[self.at] in " \t\n\r":
            self.at += 1
        return self.text[self.at] if self.at < len(self.text) else ""

    def expect(self, ch):
        if self.peek() != ch:
            self.error(f"expected {ch!r}, found {self.peek()!r}")
        self.at += 1

    def value(self):
        ch = self.peek()
        if ch == "{":
            return dict(self.sequence("{", "}", self.pair))
        if ch == "[":
            return list(self.sequence("[", "]", self.value))
        if ch == '"':
            return self.string()
        for word, value in (("true", True), ("false", False), ("null", None)):
            if self.text.startswith(word, self.at):
                self.at += len(word)
                return value
        return self.number()

    def sequence(self, opening, closing, item):
        self.expect(opening)
        if self.peek() == closing:
            self.at += 1
            return
        while True:
            yield item()
            if self.peek() == closing:
                self.at += 1
                return
            self.expect(",")

    def pair(self):
        key = self.string()
        self.expect(":")
        return key, self.value()

    def string(self):
        self.expect('"')
        out = []
        while (ch := self.text[self.at:self.at + 1]) != '"':
            if not ch:
                self.error("unterminated string")
            if ch == "\\":
                self.at += 1
                ch = self.text[self.at]
                if ch == "u":
                    ch = chr(int(self.text[self.at + 1:self.at + 5], 16))
                    self.at += 4
                else:
                    ch = {"n": "\n", "t": "\t"}.get(ch, ch)
            out.append(ch)
            self.at += 1
        self.at += 1
        return "".join(out)

    def number(self):
        start = self.at
        while self.at < len(self.text) and self.text[self.at] in "+-0123456789.eE":
            self.at += 1
        text = self.text[start:self.at]
        if not text:
            self.error(f"unexpected {self.peek()!r}")
        return float(text) if set(text) & set(".eE") else int(text)


source = '{"name": "Ada \\u00e9\\n", "tags": ["x", "y", []], "n": -12.5e2, "ok": true, "none": null, "deep": {"a": {"b": [1, 2]}}}'
value = Parser(source).value()
print(value, value == json.loads(source))
print(json.dumps(value), json.dumps(value, indent=2, sort_keys=True), json.dumps(value, separators=(",", ":"), ensure_ascii=False), sep="\n")
for bad in ('{"a" 1}', "[1, 2", '"abc', "[1,, 2]", "nope"):
    try:
        Parser(bad).value()
    except ValueError as error:
        print(error)
    try:
        json.loads(bad)
    except json.JSONDecodeError as error:
        print("   json:", error, error.pos, error.lineno, error.colno)
print(json.dumps([1.0, float("inf"), 1e-7, 10 ** 20, "tab\t", (1, 2), {1: 2, None: 3, True: 4}]))
try:
    json.dumps({"f": {1, 2}})
except TypeError as error:
    print(error)
print(json.dumps({"when": {1, 2}}, default=sorted))
