# pyexpat: entities that grow without end, deep nesting, many attributes and namespaces
import pyexpat


def laughs(depth, width, inner="lol", in_attribute=False):
    entities = [f'<!ENTITY e0 "{inner}">']
    entities += [f'<!ENTITY e{n} "{f"&e{n - 1};" * width}">' for n in range(1, depth + 1)]
    body = f'<r a="&e{depth};"/>' if in_attribute else f"<r>&e{depth};</r>"
    return f"<!DOCTYPE r [{''.join(entities)}]>{body}"


def outcome(document):
    parser, size = pyexpat.ParserCreate(), 0

    def text(data):
        nonlocal size
        size += len(data)

    parser.CharacterDataHandler = text
    parser.buffer_text = True
    try:
        parser.Parse(document, True)
    except pyexpat.ExpatError as error:
        return error.code, str(error), size
    return "ok", size


print(outcome(laughs(9, 10)))
print(outcome(laughs(9, 10, in_attribute=True)))
print(outcome(laughs(3, 10)))
print(outcome(laughs(1, 30000, "x" * 20)))
print(outcome(laughs(1, 30000, "x" * 400)))

depth = 20000
starts = ends = 0
parser = pyexpat.ParserCreate()


def start(name, attributes):
    global starts
    starts += 1


def end(name):
    global ends
    ends += 1


parser.StartElementHandler, parser.EndElementHandler = start, end
parser.Parse("<a>" * depth + "</a>" * depth, True)
print(starts, ends)
parser = pyexpat.ParserCreate(namespace_separator=" ")
spaces = []
parser.StartNamespaceDeclHandler = lambda prefix, uri: spaces.append(prefix)
parser.EndNamespaceDeclHandler = lambda prefix: spaces.remove(prefix)
counts = []
parser.StartElementHandler = lambda name, attributes: counts.append((name, len(attributes), len(spaces)))
declared = " ".join(f"xmlns:n{i}='urn:{i}'" for i in range(500))
used = " ".join(f"n{i}:a='{i}'" for i in range(500))
parser.Parse(f"<n7:r {declared} {used}><n499:s xmlns:n499='other'/></n7:r>", True)
print(counts, spaces)
models = []
parser = pyexpat.ParserCreate()
parser.ElementDeclHandler = lambda name, model: models.append(model)
nested = 200
parser.Parse(f"<!DOCTYPE a [<!ELEMENT a {'(' * nested}b{')' * nested}>]><a/>", True)
model, level = models[0], 0
while model[3]:
    model, level = model[3][0], level + 1
print(level, model)
chain = "".join(f'<!ENTITY c{n} "&c{n - 1};">' for n in range(1, 60))
print(outcome(f'<!DOCTYPE r [<!ENTITY c0 "end">{chain}]><r a="&c59;">&c59;</r>'))
