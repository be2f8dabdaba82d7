# A page on object orientation: accounts, errors, class methods, comparison, context managers, iteration.
# Recorded from CPython 3.13, which words some errors otherwise than 3.11.
from __future__ import annotations
from functools import total_ordering
from contextlib import contextmanager, suppress, ExitStack, nullcontext, closing, redirect_stdout
from abc import ABC, abstractmethod
import io, itertools, operator
class InsufficientFunds(Exception):
    def __init__(self, balance, amount):
        self.balance, self.amount = balance, amount
        super().__init__(f"balance {balance} is {amount - balance} short of {amount}")
@total_ordering
class Account(ABC):
    _ids = itertools.count(1)
    interest: float = 0.0
    def __init__(self, owner: str, balance: float = 0):
        self.id, self.owner, self.__balance = next(self._ids), owner, balance
        self.history: list[tuple[str, float]] = []
    @property
    def balance(self): return self.__balance
    def deposit(self, amount):
        if amount <= 0: raise ValueError("Deposit must be positive")
        self.__balance += amount
        self.history.append(("deposit", amount))
        return self
    def withdraw(self, amount):
        if amount > self.__balance + self.overdraft: raise InsufficientFunds(self.__balance, amount)
        self.__balance -= amount
        self.history.append(("withdraw", -amount))
        return self
    @property
    @abstractmethod
    def overdraft(self): ...
    def __eq__(self, o): return self.balance == o.balance if isinstance(o, Account) else NotImplemented
    def __lt__(self, o): return self.balance < o.balance
    def __hash__(self): return hash(self.id)
    def __str__(self): return f"{type(self).__name__} #{self.id} of {self.owner}: {self.balance:,.2f}"
    def __repr__(self): return f"{self.__class__.__qualname__}({self.owner!r}, {self.balance!r})"
    def __iter__(self): return iter(self.history)
    def __len__(self): return len(self.history)
    def __contains__(self, kind): return any(k == kind for k, _ in self)
    def __iadd__(self, amount): return self.deposit(amount)
    def __bool__(self): return self.balance > 0
    @classmethod
    def from_string(cls, s):
        owner, _, b = s.partition(":")
        return cls(owner, float(b))
    @staticmethod
    def fee(amount): return round(amount * 0.01, 2)
class Savings(Account):
    interest = 0.02
    overdraft = 0
    def add_interest(self): self.deposit(self.balance * self.interest)
class Checking(Account):
    def __init__(self, *args, limit=100, **kwargs):
        super().__init__(*args, **kwargs)
        self.limit = limit
    @property
    def overdraft(self): return self.limit
try: Account("x")
except TypeError as e: print(e)
a, b = Savings("Ann", 100), Checking("Bob", 50, limit=30)
a.deposit(50).withdraw(30); a.add_interest(); a += 5
print(a, b, repr(a), a > b, a >= b, max(a, b).owner, sorted([a, b])[0].owner, len(a), list(a), "deposit" in a, "x" in a)
try: b.withdraw(100)
except InsufficientFunds as e: print(e, e.balance, e.amount, e.args)
try: a.deposit(-1)
except ValueError as e: print("ValueError:", e)
try: a.balance = 5
except AttributeError as e: print(e)
try: a.__balance
except AttributeError as e: print(e)
print(a._Account__balance, Savings.from_string("Cid:12.5"), Account.fee(123.456), bool(Savings("Z")), a != b, a == 3, {a: 1}[a])
print(Savings.__mro__[1].__name__, Savings.__abstractmethods__, isinstance(a, Account), Account.__abstractmethods__)
@contextmanager
def transaction(account):
    before = list(account.history), account.balance
    try:
        yield account
        print("commit")
    except Exception as e:
        account.history[:] = before[0]
        account._Account__balance = before[1]
        print("rollback:", type(e).__name__)
        raise
    finally:
        print("done")
with transaction(a) as t: t.withdraw(10)
with suppress(InsufficientFunds):
    with transaction(a) as t:
        t.deposit(1); t.withdraw(10**6)
print(a)
with ExitStack() as stack:
    for i in range(3): stack.callback(print, "closing", i)
    f = stack.enter_context(nullcontext(5)); print(f)
buf = io.StringIO()
with redirect_stdout(buf): print("captured")
print(repr(buf.getvalue()))
class Stack(list):
    push = list.append
    def peek(self): return self[-1] if self else None
s = Stack(); s.push(1); s.push(2); print(s, s.peek(), s.pop(), isinstance(s, list))
class Temperature:
    def __init__(self, c): self.c = c
    f = property(lambda self: self.c * 9 / 5 + 32, lambda self, v: setattr(self, "c", (v - 32) * 5 / 9), doc="Fahrenheit")
t = Temperature(100); print(t.f); t.f = 32; print(t.c, Temperature.f.__doc__)
class Multiplier:
    def __init__(self, k): self.k = k
    def __call__(self, x): return self.k * x
    def __get__(self, obj, owner): return f"got by {owner.__name__}"
class Holder: m = Multiplier(3)
print(Multiplier(3)(4), Holder.m, Holder().m, list(map(Multiplier(2), [1, 2])))
print(Account.__annotations__, Account.deposit.__name__, Savings.deposit is Account.deposit, a.deposit == a.deposit, a.deposit.__func__ is Account.deposit)
