"""A bank: properties, class attributes, custom exceptions with data, context managers, logs."""
from contextlib import contextmanager
from datetime import date


class BankError(Exception):
    """Base of all that goes wrong here."""


class InsufficientFunds(BankError):
    def __init__(self, needed, available):
        super().__init__(f"need {needed:.2f}, have {available:.2f}")
        self.needed, self.available = needed, available

    @property
    def short(self):
        return self.needed - self.available


class Account:
    opened = 0
    rate = 0.02

    def __init__(self, owner, balance=0.0):
        self.owner = owner
        self._balance = balance
        self.history = []
        Account.opened += 1
        self.number = f"{type(self).__name__[0]}{Account.opened:04}"

    @property
    def balance(self):
        return round(self._balance, 2)

    @balance.setter
    def balance(self, value):
        if value < 0:
            raise InsufficientFunds(self._balance - value, self._balance)
        self.history.append((date(2024, 1, len(self.history) + 1), value - self._balance))
        self._balance = value

    @balance.deleter
    def balance(self):
        print("closing", self.number)
        self._balance = 0

    def transfer(self, other, amount):
        self.balance -= amount
        other.balance += amount

    def accrue(self):
        self.balance *= 1 + self.rate
        return self

    def __repr__(self):
        return f"<{self.number} {self.owner}: {self.balance:,.2f}>"


class Savings(Account):
    rate = 0.05

    def accrue(self):
        super().accrue()
        return self


@contextmanager
def atomic(*accounts):
    saved = [(a, a._balance, a.history[:]) for a in accounts]
    try:
        yield accounts
    except BankError as error:
        for account, balance, history in saved:
            account._balance, account.history = balance, history
        print("rolled back:", error)
        raise


a, b = Account("Ann", 100), Savings("Bob", 1000)
a.transfer(b, 30.5)
print(a, b, Account.opened, a.history)
try:
    with atomic(a, b):
        b.transfer(a, 500)
        a.transfer(b, 10_000)
except InsufficientFunds as error:
    print(type(error).__mro__[1].__name__, error, f"{error.short:.1f}", error.args)
print(a, b, b.accrue(), Account.rate, Savings.rate, a.rate, vars(a)["_balance"])
a.rate = 0.5
print(a.rate, Account.rate, a.accrue())
del a.balance
print(a.balance, hasattr(a, "balance"), isinstance(b, Account), issubclass(Savings, Account), Account.balance.fset is not None)
try:
    a.number_of_cards
except AttributeError as error:
    print(error)
try:
    Account.balance.fget(3)
except AttributeError as error:
    print(error)
