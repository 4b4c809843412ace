"""The bodies of requests. Their shape and size are checked only here.

Names are names of the modules, texts have a maximum length, and no field is a path.
"""

from collections.abc import Iterable
from typing import Annotated, Any, TypeAlias

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    GetCoreSchemaHandler,
    Strict,
    ValidationError,
    ValidatorFunctionWrapHandler,
    WrapValidator,
)
from pydantic_core import PydanticCustomError
from pydantic_core.core_schema import CoreSchema, literal_schema

from astragal import asia, layout, paigow, ur
from astragal._checks import parse_int
from astragal.equity.calculate import Method
from astragal.poker import STUD_VARIANTS, VARIANTS
from astragal.poker.encodings.symbols import Quirks
from astragal.poker.rules import DRAWS, MADE_HANDS
from astragal.poker.strengths import Wild
from astragal.poker.variants import TWO_CARD_VARIANTS
from astragal.postflop.bets import PLAYERS, STREETS
from astragal.setting import Objective
from astragal.ur.study.puzzles import GRADES


class OneOf:
    """The annotation of a field whose value is one of these names.

    >>> from pydantic import TypeAdapter
    >>> TypeAdapter(Annotated[str, OneOf(["push", "casino"])]).json_schema()
    {'enum': ['push', 'casino'], 'type': 'string'}
    """

    def __init__(self, names: Iterable[str]) -> None:
        self._names = [str(name) for name in names]

    def __get_pydantic_core_schema__(
        self, source: Any, handler: GetCoreSchemaHandler
    ) -> CoreSchema:
        """Return the schema of a `Literal` with these names."""
        return literal_schema(self._names)


def _read_digits(number: Any) -> Any:
    """Read text with ASCII digits, as in an address; refuse other text, and booleans."""
    if isinstance(number, bool):
        raise PydanticCustomError("int_type", "not a whole number")
    if not isinstance(number, str):
        return number
    try:
        return parse_int(number)
    except ValueError:
        raise PydanticCustomError("int_parsing", "not a whole number") from None


PLAIN_DIGITS = BeforeValidator(_read_digits)
Cards: TypeAlias = Annotated[str, Field(max_length=200)]
WordText: TypeAlias = Annotated[str, Field(max_length=80, examples=["0x20077744"])]
RowBits: TypeAlias = Annotated[
    int, Field(ge=8, le=32, description="8, 16 or 32 bits in a row of the drawing"), PLAIN_DIGITS
]
Seed: TypeAlias = Annotated[int, Field(ge=0, lt=1 << 64), PLAIN_DIGITS]
Pieces: TypeAlias = Annotated[int, Field(ge=1, le=7), PLAIN_DIGITS]
Roll: TypeAlias = Annotated[int, Field(ge=0, le=4), PLAIN_DIGITS]
LayoutName: TypeAlias = Annotated[str, OneOf(layout.names())]
RulesName: TypeAlias = Annotated[str, OneOf(ur.RULES)]
PlayerName: TypeAlias = Annotated[
    str,
    Field(
        max_length=80,
        description=f"{', '.join(ur.PLAYERS)}, or a player of `serve --player`",
        examples=["perfect"],
    ),
]
PLAYED = [name for name, game in VARIANTS.items() if not game.low]
"""The games in which a hand has one value."""
EquityGame: TypeAlias = Annotated[str, OneOf([*VARIANTS, *STUD_VARIANTS])]
ObjectiveName: TypeAlias = Annotated[str, OneOf(Objective)]
PokerGame: TypeAlias = Annotated[str, OneOf(VARIANTS)]
SquareGame: TypeAlias = Annotated[str, OneOf(TWO_CARD_VARIANTS)]
Hands: TypeAlias = Annotated[str, Field(max_length=4000, examples=["QQ+, AKs"])]
Weight: TypeAlias = Annotated[float, Strict(), Field(ge=0, le=1)]
Paintable: TypeAlias = Annotated[
    str, Field(pattern="^([2-9TJQKA]{2}[so]?|([2-9TJQKA][cdhs]){2})$", examples=["AKs"])
]
StartingHand: TypeAlias = Annotated[str, Field(pattern="^[2-9TJQKA]{2}[so]?$", examples=["AKs"])]


ERROR_EXAMPLE = (
    "unknown card 'Xx' in '7h 7d Xx': a card is a rank (2..9, T or 10, J, Q, K, A) and a suit "
    "(c, d, h, s)"
)


class Problem(BaseModel):
    """The body of every error response."""

    model_config = ConfigDict(json_schema_extra={"examples": [{"error": ERROR_EXAMPLE}]})

    error: str
    places: list[int | str] | None = Field(
        default=None,
        description="equity: the inputs that cause the error; players from 0, 'board', 'dead'",
    )


class Request(BaseModel):
    """The base of all bodies; unknown fields are refused."""

    model_config = ConfigDict(extra="forbid")


class HouseQuestion(Request):
    """Seven cards of a setting game. Dead cards don't matter to a house way."""

    hand: Cards = Field(examples=["As Kd Qh Jc 9s 7d 4h"])


class HandQuestion(HouseQuestion):
    """Seven cards of a setting game, and dead cards."""

    dead: Cards = ""


class SettingQuestion(Request):
    """A setting, and dead cards."""

    setting: Cards
    dead: Cards = ""


LEAST_CLOSENESS = 0.01
"""The smallest closeness; finding closer calls takes too long for a page."""


class PracticeQuestion(Request):
    """A kind of hands; `closeness` is the largest cost of the second best setting."""

    kind: str = "any"
    closeness: Annotated[float, Field(ge=LEAST_CLOSENESS, le=2)] | None = None
    seed: Seed = 0


class AsiaGame(Request):
    """The rules, the dealer's house way, and the objective."""

    rules: Annotated[str, OneOf(asia.Rules.named)] = "push"
    dealer: Annotated[str, OneOf(asia.Rules.ways.names)] | None = None
    objective: ObjectiveName = "wins"


class AsiaHand(HandQuestion, AsiaGame):
    """Seven cards of Asia Poker."""


class AsiaHouse(HouseQuestion, AsiaGame):
    """A hand of Asia Poker that a house way sets."""


class AsiaSetting(SettingQuestion, AsiaGame):
    """Four cards / two cards / one card."""

    setting: Cards = Field(examples=["As 9s 7d 4h / Kd Qh / Jc"])


class AsiaPractice(PracticeQuestion, AsiaGame):
    """A kind of hands; `closeness` is the largest cost of the second best setting."""

    kind: Annotated[str, OneOf(asia.Game.hand_kinds)] = "any"


class PaigowGame(Request):
    """The rules, the dealer's house way, the objective, and the banker."""

    rules: Annotated[str, OneOf(paigow.Rules.named)] = "casino"
    dealer: Annotated[str, OneOf(paigow.Rules.ways.names)] | None = None
    objective: ObjectiveName = "ev"
    banker: Annotated[str, OneOf(paigow.Rules.switch_values["banker"])] | None = Field(
        default=None, examples=[None]
    )


class PaigowHand(HandQuestion, PaigowGame):
    """Seven cards of pai gow poker."""


class PaigowHouse(HouseQuestion, PaigowGame):
    """A hand of pai gow poker that a house way sets."""


class PaigowSetting(SettingQuestion, PaigowGame):
    """Five cards / two cards."""

    setting: Cards = Field(examples=["Jk As Qs 7s 2s / Qh Qd"])


class PaigowPractice(PracticeQuestion, PaigowGame):
    """A kind of hands; `closeness` is the largest cost of the second best setting."""

    kind: Annotated[str, OneOf(paigow.Game.hand_kinds)] = "any"


class PokerHand(Request):
    """0 to 7 cards; with a board, the hole cards."""

    cards: Cards = Field(examples=["7h 7d 7s 4c 4h"])
    board: Cards | None = Field(default=None, examples=[None])
    game: Annotated[str, OneOf(PLAYED)] = "holdem"
    wild: Wild | None = Field(default=None, examples=[None])
    quirks: Quirks | None = Field(default=None, examples=[None])


class BoardHand(Request):
    """Two cards, and a board of three to five."""

    hand: Cards = Field(examples=["Ah Kh"])
    board: Cards = Field(examples=["Qh Jh 2c"])


class Seats(Request):
    """Two to nine players, each with a hand, a range, or `random`; the board and dead cards."""

    players: list[Hands] = Field(max_length=9, examples=[["AhKh", "QQ+, AKs"]])
    board: Cards = ""
    dead: Cards = ""


class Spot(Seats):
    """The players, and the game."""

    game: PokerGame = "holdem"


class CountQuestion(Spot):
    """The players, the game, and whether to count the categories of the final hands."""

    categories: Annotated[bool, Strict()] = False


class ByHandQuestion(Request):
    """A range, and the range of the opponent."""

    range: Hands
    versus: Hands = "random"
    board: Cards = ""
    dead: Cards = ""
    game: SquareGame = "holdem"


class EquityQuestion(Seats):
    """Two to nine players, and the method for their equity; stud has no board."""

    game: EquityGame = "holdem"
    method: Method = "auto"
    samples: Annotated[int, Field(ge=1), PLAIN_DIGITS] | None = Field(default=None, examples=[None])
    until: Annotated[float, Strict()] | None = Field(default=None, examples=[None])
    seed: Seed = 0
    categories: Annotated[bool, Strict()] = False


class RangeOnBoard(Request):
    """A range of hold'em, a board of three to five cards, and cards that nobody in it can have."""

    range: Hands
    board: Cards = Field(examples=["2c 7d Jh"])
    dead: Cards = Field("", examples=[""])


class RangeMaking(RangeOnBoard):
    """A range on a board, and a made hand or a draw."""

    name: Annotated[str, OneOf((*MADE_HANDS, *DRAWS))] = Field(examples=["top pair"])


class RangeStartingHand(Request):
    """A range, and a starting hand."""

    range: Hands
    game: SquareGame = "holdem"
    starting_hand: StartingHand


class RangeText(Request):
    """A range, hands or starting hands with new weights (0 removes a hand), and known cards."""

    range: Hands
    game: SquareGame = "holdem"
    dead: Cards = Field("", description="cards that nobody in the range can have")
    paint: dict[Paintable, Weight] = Field(default={}, max_length=169)


def _read_sizes(sizes: Any, handler: ValidatorFunctionWrapHandler) -> Any:
    """Refuse sizes in one sentence, instead of one for each shape that they can have."""
    try:
        return handler(sizes)
    except ValidationError:
        raise PydanticCustomError("sizes", "not sizes") from None


ONE_SENTENCE = WrapValidator(_read_sizes)
Sizes: TypeAlias = Annotated[str, Field(max_length=200, examples=["50%, a"])]
Street: TypeAlias = Annotated[str, OneOf(STREETS)]
StreetSizes: TypeAlias = Sizes | Annotated[dict[Street, Sizes], Field(max_length=3)]
Seat: TypeAlias = Annotated[str, OneOf(PLAYERS)]
PlayerSizes: TypeAlias = Annotated[
    StreetSizes | Annotated[dict[Seat, StreetSizes], Field(max_length=2)],
    Field(description="one text for all, or by player, by street, or by both"),
    ONE_SENTENCE,
]
Amount: TypeAlias = Annotated[float, Strict(), Field(ge=0, le=1e9)]
Fraction: TypeAlias = Annotated[float, Strict(), Field(ge=0, le=1000)]


class PostflopSpot(Request):
    """Heads-up hold'em from a flop, turn or river on."""

    board: Cards = Field(examples=["Td 9d 6h Qc"])
    oop: Hands = Field(examples=["QQ+, AKs"], description="out of position")
    ip: Hands = Field(examples=["TT, KJs"], description="in position")
    pot: Amount = Field(examples=[200])
    stack: Amount = Field(examples=[400])
    bets: PlayerSizes = Field(default="", examples=["50%, a"])
    raises: PlayerSizes = Field(default="", examples=["60%"])
    donk: Annotated[StreetSizes | None, ONE_SENTENCE] = Field(default=None, examples=[None])
    max_raises: Annotated[int, Field(ge=0, le=1000)] | None = Field(default=None, examples=[None])
    rake_rate: Annotated[float, Strict(), Field(ge=0, le=1)] = 0.0
    rake_cap: Amount | None = Field(default=None, examples=[None])
    add_allin: Fraction = 0.0
    force_allin: Fraction = 0.0
    merge: Fraction = 0.0
    chip: Annotated[float, Strict(), Field(ge=1e-6, le=1e6)] = 1.0


class PostflopSolve(PostflopSpot):
    """A spot, and the exploitability at which its solve ends, in per cent of the pot."""

    target: str = Field(default="0.5%", max_length=20)


class LayoutWord(Request):
    """A word and the name of its layout."""

    layout: LayoutName = Field(examples=["pokerval"])
    word: WordText
    row_bits: RowBits = 32


class LayoutText(Request):
    """A layout as TOML."""

    toml: str = Field(max_length=20_000)


class LayoutTextWord(LayoutText):
    """A layout as TOML, and a word of it."""

    word: WordText


class UrTurn(Request):
    """A state or `start`, a roll, and the player that chooses the move."""

    state: WordText = Field(examples=["0x3f"])
    pieces: Pieces | None = Field(None, description="pieces of each side at the `start`")
    roll: Roll
    rules: RulesName = "finkel"
    player: PlayerName = "perfect"


class UrGame(Request):
    """A game as RGN, or as states."""

    game: str = Field(max_length=40_000, examples=["1. A@A1 * A@A3 / C@C3"])
    rules: RulesName | None = None


class UrSolve(Request):
    """The rules to solve, and the number of pieces."""

    rules: RulesName = "finkel"
    pieces: Pieces | None = None


class UrPuzzles(UrSolve):
    """The number of puzzles, their grade (None: all grades), and the seed."""

    count: Annotated[int, Field(ge=1, le=30), PLAIN_DIGITS] = 9
    grade: Annotated[str, OneOf(GRADES)] | None = None
    seed: Seed = 0
