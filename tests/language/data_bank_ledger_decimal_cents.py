"""A ledger kept in cents: accounts, transfers, rollback, interest with rounding half to even, statements, invariants."""
from contextlib import contextmanager
from dataclasses import dataclass, field
from enum import Enum, auto
from itertools import count


class Kind(Enum):
    DEPOSIT = auto()
    WITHDRAW = auto()
    TRANSFER = auto()
    INTEREST = auto()


class Insufficient(Exception):
    def __init__(self, account, wanted):
        self.account, self.wanted = account, wanted
        super().__init__(f"{account.name} has {money(account.balance)}, wanted {money(wanted)}")


def money(cents):
    sign = "-" if cents < 0 else ""
    whole, part = divmod(abs(cents), 100)
    return f"{sign}{whole:,}.{part:02d}"


def half_even(numerator, denominator):
    q, r = divmod(numerator, denominator)
    return q + (2 * r > denominator or 2 * r == denominator and q % 2)


@dataclass(order=True)
class Entry:
    number: int
    kind: Kind = field(compare=False)
    amount: int = field(compare=False)
    note: str = field(default="", compare=False)


@dataclass
class Account:
    name: str
    entries: list = field(default_factory=list, repr=False)
    limit: int = 0

    @property
    def balance(self):
        return sum(e.amount for e in self.entries)

    def __iadd__(self, entry):
        if self.balance + entry.amount < -self.limit:
            raise Insufficient(self, -entry.amount)
        self.entries.append(entry)
        return self


class Bank:
    def __init__(self):
        self.accounts, self.numbers = {}, count(1)

    def __getitem__(self, name):
        return self.accounts.setdefault(name, Account(name))

    def __setitem__(self, name, account):
        self.accounts[name] = account

    @contextmanager
    def atomic(self):
        saved = {name: list(a.entries) for name, a in self.accounts.items()}
        try:
            yield self
        except Insufficient as error:
            for name, entries in saved.items():
                self.accounts[name].entries = entries
            print("rolled back:", error)

    def post(self, name, kind, amount, note=""):
        self[name] += Entry(next(self.numbers), kind, amount, note)

    def transfer(self, a, b, amount):
        with self.atomic():
            self.post(b, Kind.TRANSFER, amount, f"from {a}")
            self.post(a, Kind.TRANSFER, -amount, f"to {b}")

    def interest(self, basis_points):
        for a in self.accounts.values():
            if a.balance > 0:
                self.post(a.name, Kind.INTEREST, half_even(a.balance * basis_points, 10_000))

    @property
    def total(self):
        return sum(a.balance for a in self.accounts.values())


bank = Bank()
bank.post("ann", Kind.DEPOSIT, 100_050)
bank.post("bob", Kind.DEPOSIT, 2_500, "cash")
before = bank.total
bank.transfer("ann", "bob", 30_025)
bank.transfer("bob", "ann", 99_999_99)
print(money(bank.total), before == bank.total, {n: money(a.balance) for n, a in bank.accounts.items()})
bank["bob"].limit = 50_000
bank.transfer("bob", "cid", 70_000)
bank.interest(125)
for name, account in sorted(bank.accounts.items()):
    print(account)
    for e in account.entries:
        print(f"  {e.number:>3} {e.kind.name:<9}{money(e.amount):>12} {e.note}".rstrip())
    print(f"      {'balance':<9}{money(account.balance):>12}")
print([half_even(n, 2) for n in (1, 3, 5, -1)], money(-5), money(123456789), sorted([Entry(2, Kind.DEPOSIT, 1), Entry(1, Kind.DEPOSIT, 9)])[0].amount)
try:
    bank.post("dee", Kind.WITHDRAW, -1)
except Insufficient as error:
    print(type(error).__name__, error, error.account.name, error.wanted)
