# Errors beside characters of several bytes: each kind of error, each width, before and after the character.
import ast

TEMPLATES = [
    "\\{}",
    "x = \\{}(2)",
    "{}",
    "x{}",
    "1{}",
    "'{}",
    "'''{}",
    "f'{{{}}}'",
    "f'{{x{}'",
    "f'{{x!{}}}'",
    "b'{}'",
    "({}",
    "x.{}",
    "x = {{1: 2}}{}",
    "{} = 1",
    "def {}(:",
    "if {}:",
    "  {}",
    "import {}",
    "from . import {}",
    "0x{}",
    "1_{}",
    "'\\N{{{}}}'",
    "match {}:\n  case {}",
    "lambda {}: (",
    "[{}",
    "x := {}",
    "del {}()",
    "{}: int: 3",
    "@{}\n",
    "'\\x{}'",
    '"\\u12{}"',
]
CHARACTERS = ["\xad", "é", "\u200b", "²", "“", "中", "\u2028", "😀", "\xa0", "\x00", "𝐱"]


def outcome(parse, text):
    try:
        parse(text)
    except (SyntaxError, ValueError) as error:
        return type(error).__name__[0]
    return "."


PARSERS = {
    "compile": lambda text: compile(text, "text", "exec"),
    "eval": lambda text: compile(text, "text", "eval"),
    "literal": ast.literal_eval,
    "parse": ast.parse,
}
for template in TEMPLATES:
    for name, parse in PARSERS.items():
        filled = lambda character: template.replace("{{", "\1").replace("}}", "\2").replace("{}", character)
        texts = [filled(character).replace("\1", "{").replace("\2", "}") for character in CHARACTERS]
        print(f"{template!r:22} {name:8}", "".join([outcome(parse, text) for text in texts]))
