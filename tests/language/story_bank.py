# A bank account with a history, custom exceptions and properties.
from datetime import date


class InsufficientFunds(Exception):
    def __init__(self, balance, amount):
        self.balance, self.amount = balance, amount
        super().__init__(f"balance {balance:.2f} is less than {amount:.2f}")


class Account:
    rate = 0.02
    _count = 0

    def __init__(self, owner, balance=0):
        self.owner = owner
        self._balance = balance
        self.history = []
        Account._count += 1
        self.number = f"{Account._count:05d}"

    @property
    def balance(self):
        return round(self._balance, 2)

    def deposit(self, amount):
        if amount <= 0:
            raise ValueError("deposit must be positive")
        self._balance += amount
        self.history.append(("deposit", amount))
        return self

    def withdraw(self, amount):
        if amount > self._balance:
            raise InsufficientFunds(self._balance, amount)
        self._balance -= amount
        self.history.append(("withdraw", amount))
        return self

    def add_interest(self):
        self._balance *= 1 + self.rate

    def __str__(self):
        return f"[{self.number}] {self.owner:<10}{self.balance:>12,.2f}"


class Savings(Account):
    rate = 0.05

    def withdraw(self, amount):
        if len([h for h in self.history if h[0] == "withdraw"]) >= 1:
            raise PermissionError("one withdrawal only")
        return super().withdraw(amount)


accounts = [Account("Ada", 1000), Savings("Grace", 123456.789), Account("Linus")]
accounts[0].deposit(50).withdraw(20.5)
accounts[1].withdraw(456.789)
for call in (lambda: accounts[1].withdraw(1), lambda: accounts[2].withdraw(5), lambda: accounts[2].deposit(-1)):
    try:
        call()
    except (InsufficientFunds, PermissionError) as error:
        print(f"{type(error).__name__}: {error}", getattr(error, "amount", None))
    except ValueError as error:
        print("value:", error)
for account in accounts:
    account.add_interest()
    print(account)
print(sum(a.balance for a in accounts), max(accounts, key=lambda a: a.balance).owner)
print(accounts[0].history, date(2024, 2, 29).isoformat())
