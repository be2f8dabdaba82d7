"""A machine with a tape and loops."""
def tape(program, text=""):
    cells, at, ip, out, source = [0] * 30, 0, 0, [], iter(text)
    jumps, open_ = {}, []
    for i, c in enumerate(program):
        if c == "[":
            open_.append(i)
        elif c == "]":
            start = open_.pop()
            jumps[start], jumps[i] = i, start
    while ip < len(program):
        match program[ip]:
            case ">":
                at += 1
            case "<":
                at -= 1
            case "+" | "-" as sign:
                cells[at] = (cells[at] + (1 if sign == "+" else -1)) % 256
            case ".":
                out.append(chr(cells[at]))
            case ",":
                cells[at] = ord(next(source, "\0"))
            case "[" if not cells[at]:
                ip = jumps[ip]
            case "]" if cells[at]:
                ip = jumps[ip]
        ip += 1
    return "".join(out)


print(tape("++++++++[>++++[>++>+++>+++>+<<<<-]>+>+>->>+[<]<-]>>.>---.+++++++..+++.>>.<-.<.+++.------.--------.>>+."), tape(",[.,]", "echo"))
