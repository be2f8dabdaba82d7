"""A deck of cards: enums with values, ordering, a dataclass that is frozen, and poker hands told apart."""
import random
from collections import Counter
from dataclasses import dataclass, replace, FrozenInstanceError
from enum import Enum, IntEnum, unique
from functools import cached_property, total_ordering
from itertools import combinations, product


@unique
class Suit(Enum):
    CLUBS = "♣"
    DIAMONDS = "♦"
    HEARTS = "♥"
    SPADES = "♠"

    @property
    def red(self):
        return self in {Suit.DIAMONDS, Suit.HEARTS}


Rank = IntEnum("Rank", "TWO THREE FOUR FIVE SIX SEVEN EIGHT NINE TEN JACK QUEEN KING ACE", start=2)


@dataclass(frozen=True, order=True)
class Card:
    rank: Rank
    suit: Suit = None

    def __post_init__(self):
        if not isinstance(self.rank, Rank):
            object.__setattr__(self, "rank", Rank(self.rank))

    def __str__(self):
        name = str(int(self.rank)) if self.rank < 11 else self.rank.name[0]
        return f"{name}{self.suit.value}"

    @classmethod
    def parse(cls, text):
        *rank, suit = text
        rank = "".join(rank)
        names = {r.name[0]: r for r in Rank if r > 10}
        return cls(names.get(rank) or Rank(int(rank)), Suit(suit))


class Kind(IntEnum):
    HIGH_CARD, PAIR, TWO_PAIRS, THREE, STRAIGHT, FLUSH, FULL_HOUSE, FOUR, STRAIGHT_FLUSH = range(9)

    def __str__(self):
        return self.name.replace("_", " ").lower()


@total_ordering
class Hand:
    def __init__(self, cards):
        self.cards = sorted(cards, key=lambda c: (c.rank, c.suit.name), reverse=True)
        if len(self.cards) != 5:
            raise ValueError(f"a hand has 5 cards, not {len(self.cards)}")

    @cached_property
    def score(self):
        ranks = [int(c.rank) for c in self.cards]
        groups = sorted(Counter(ranks).items(), key=lambda g: (-g[1], -g[0]))
        shape = [n for _, n in groups]
        flush = len({c.suit for c in self.cards}) == 1
        if ranks == [14, 5, 4, 3, 2]:
            ranks = [5, 4, 3, 2, 1]
        straight = ranks == list(range(ranks[0], ranks[0] - 5, -1))
        match shape, straight, flush:
            case _, True, True: kind = Kind.STRAIGHT_FLUSH
            case [4, 1], _, _: kind = Kind.FOUR
            case [3, 2], _, _: kind = Kind.FULL_HOUSE
            case _, _, True: kind = Kind.FLUSH
            case _, True, _: kind = Kind.STRAIGHT
            case [3, *_], _, _: kind = Kind.THREE
            case [2, 2, 1], _, _: kind = Kind.TWO_PAIRS
            case [2, *_], _, _: kind = Kind.PAIR
            case _: kind = Kind.HIGH_CARD
        return kind, tuple(ranks if straight else [r for r, _ in groups])

    def __eq__(self, other):
        return self.score == other.score

    def __lt__(self, other):
        return self.score < other.score

    def __str__(self):
        return " ".join(map(str, self.cards))


def hand(text):
    return Hand(map(Card.parse, text.split()))


samples = ["10♠ J♠ Q♠ K♠ A♠", "A♣ 2♦ 3♥ 4♠ 5♣", "9♣ 9♦ 9♥ 9♠ 2♣", "K♣ K♦ 2♥ 2♠ 2♣", "2♦ 5♦ 9♦ J♦ A♦", "7♣ 7♦ 3♥ 3♠ A♣", "Q♣ Q♦ 4♥ 3♠ A♣", "J♣ 9♦ 4♥ 3♠ A♣", "6♣ 6♦ 6♥ 3♠ A♣"]
for h in sorted(map(hand, samples), reverse=True):
    print(f"{h!s:<20} {h.score[0]!s:<15} {h.score[1]}")
deck = [Card(r, s) for s, r in product(Suit, Rank)]
rng = random.Random(42)
rng.shuffle(deck)
print(*deck[:10])
print(Counter(str(Hand(deck[i : i + 5]).score[0]) for i in range(0, 50, 5)).most_common())
best = max(map(Hand, combinations(deck[:7], 5)))
print(best, best.score)
print(Suit("♥"), Suit.HEARTS.red, Suit["CLUBS"].red, list(Suit)[0], Rank.ACE, Rank(3).name, repr(Rank.TEN), Card(12, Suit.SPADES))
for wrong in (lambda: Suit("x"), lambda: Rank(1), lambda: hand("A♣"), lambda: Card.parse("1♣"), lambda: setattr(deck[0], "rank", 2)):
    try:
        wrong()
    except (ValueError, FrozenInstanceError) as error:
        print(type(error).__name__, error)
print(replace(deck[0], suit=Suit.CLUBS), Card(Rank.TWO, Suit.CLUBS) == Card(2, Suit.CLUBS), len({*deck, *deck}))
