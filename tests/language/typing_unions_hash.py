# A union is one key, however it is written.
import typing


class T:
    pass


for written, named in (
    (T | None, typing.Optional[T]),
    (int | str, typing.Union[str, int]),
    (list[int] | None, typing.Optional[list[int]]),
):
    print(written == named, named == written, hash(written) == hash(named), {written: 1}[named], {named: 2}[written])
    print(hash(written) == hash(frozenset(written.__args__)))
print(len({int | str, str | int, typing.Union[int, str]}))
