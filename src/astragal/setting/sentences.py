"""Sentences about results, for people: functions that take a result and return text."""

from __future__ import annotations

from typing import TYPE_CHECKING

from astragal.cards import CardSet, cards_text
from astragal.errors import counted
from astragal.setting.rules import Objective
from astragal.setting.setting import NUMBERS

if TYPE_CHECKING:
    from astragal.setting.advice import Explanation, Hint
    from astragal.setting.game import Game
    from astragal.setting.ranking import Question, RankedSetting, Ranking, SubHandJson
    from astragal.setting.setting import Setting
    from astragal.setting.trainer import Drill, DrillHand


def game_line(game: Game, dead: CardSet = 0) -> str:
    """Name the game of an answer.

    >>> from astragal import asia
    >>> game_line(asia.Game("casino", objective="ev"))
    'rules casino; dealer standard; objective ev'
    """
    dead_cards = f"; dead cards {cards_text(dead)}" if dead else ""
    return f"rules {game.rules.name}; dealer {game.dealer}; objective {game.objective}{dead_cards}"


def settings_counted(question: Question) -> str:
    """Return how many settings were scored against how many dealer hands, in words."""
    settings = counted(question.legal, "legal setting")
    if question.method == "sampled":
        return f"{settings}, against {question.dealer_hands:,} random dealer hands"
    return f"{settings}, against all {question.dealer_hands:,} dealer hands"


def below_settings(ranking: Ranking) -> str:
    """Name the game below a table of settings, and the best setting by the other objective."""
    game = game_line(ranking.question.game, ranking.dead)
    if ranking.other is None:
        return game
    return f"by {ranking.objective.other} the best is {ranking.other}\n{game}"


def cost_text(ranking: Ranking, setting: str | Setting | RankedSetting) -> str:
    """Return the cost of a setting against the best one in words: in winning chance and in money.

    >>> from astragal import asia
    >>> ranking = asia.rank("As Kd Qh Jc 9s 7d 4h", rules="casino")
    >>> cost_text(ranking, "As Kd Qh Jc / 9s 7d / 4h")
    '33.65 points of winning chance, 67.30 % of the bet'
    """
    chance, money = ranking.cost_win(setting), ranking.cost_ev(setting)
    points = f"{_hundredths(abs(chance))} {Objective.WINS.unit}"
    percent = f"{_hundredths(abs(money))} {Objective.EV.unit}"
    if chance < 0:  # it wins more often, but the best one loses less often still
        return f"{percent}, but gains {points}"
    return f"{points}, {'but gains ' if money < 0 else ''}{percent}"


def _hundredths(part: float) -> str:
    """Write a part in hundredths: two digits, or more until a small part is not 0.00."""
    digits = 2
    while part and not round(100 * part, digits):
        digits += 1
    return f"{100 * part:.{digits}f}"


def explanation_text(explanation: Explanation) -> str:
    """Return the text of an explanation: each hand, the cost, and the setting of the house."""
    ranking, mine = explanation.ranking, explanation.chosen
    if mine is None:
        return "\n".join(f"foul: {foul}" for foul in explanation.fouls)

    def part(count: int) -> str:
        return f"{count / ranking.dealer_hands:.2%}"

    rules, setting = ranking.rules, explanation.setting
    width = 3 * rules.high_size - 1
    lines = [
        f"{name:6}  {cards_text(cards):{width}}  {rank}: wins {part(sub['wins'])}, "
        f"loses {part(sub['losses'])}, copies {part(sub['copies'])}"
        for name, cards, rank, sub in zip(
            rules.hands, setting.hands, setting.ranks(rules), _sub_hands(mine), strict=True
        )
    ]
    lines.append(
        f"in all  wins {part(mine.wins)}, loses {part(mine.losses)}, pushes {part(mine.pushes)}"
    )
    best = ranking.best
    if mine.value == best.value:
        lines.append("this is the best setting")
    else:
        lines.append(f"the best is {best.setting}: it wins {part(best.wins)}")
        lines.append(f"this one costs {cost_text(ranking, mine)}")
    house = "the same" if mine.as_house else str(ranking.house.setting)
    lines.append(f"the house ({ranking.dealer}) would do {house}")
    return "\n".join([*lines, below_settings(ranking)])


def _sub_hands(setting: RankedSetting) -> list[SubHandJson]:
    """Return what each hand of a counted setting does, the longest first."""
    sub_hands = setting.sub_hands
    assert sub_hands is not None  # only a table has none
    medium = [sub_hands["medium"]] if "medium" in sub_hands else []
    return [sub_hands["high"], *medium, sub_hands["low"]]


WORTH_SAYING = 0.005
"""A sub-hand that wins this much more or less often is named in a hint."""


def hint_text(hint: Hint) -> str:
    """Return the text of a hint: why the best setting is best, and what a strategy card plays."""
    ranking = hint.ranking
    card = f"the card {hint.way}"
    lines = [f"{ranking.best.setting}: {why_best(hint)}"]
    if hint.rule is not None:
        if hint.card.value == ranking.best.value:
            lines.append(f"the line of {card}: {hint.rule}")
        else:
            plays = f"{card} would play {hint.card.setting} by its line {hint.rule}"
            lines.append(f"{plays}, which {card_verdict(hint)}")
    return "\n".join([*lines, below_settings(ranking)])


def card_verdict(hint: Hint) -> str:
    """Return the cost of the setting of the strategy card as the end of a sentence."""
    if hint.card.value == hint.ranking.best.value:
        return "is the best setting"
    if not _differs(hint.ranking, hint.card):
        return "is as good"
    return f"costs {cost_text(hint.ranking, hint.card)}"


def why_best(hint: Hint) -> str:
    """Return one sentence: what the best setting gains over the obvious one, and gives up.

    >>> from astragal import asia
    >>> hint = asia.Game("casino", dealer="balanced").hint("Ac 2d 3h 4s 9c Jd Kh")
    >>> print(why_best(hint)[:76])
    better than Ac 4s 3h 2d / Kh Jd / 9c: with Jd the one wins 45% instead of 20
    """
    ranking, obvious = hint.ranking, hint.obvious
    verb = "earns" if ranking.objective is Objective.EV else "wins"
    if ranking.best.value == obvious.value:
        return _obvious_is_best(ranking, verb)
    mine, theirs = _results(ranking, obvious)
    if not _differs(ranking, obvious):
        return f"as good as the obvious setting, {obvious.setting}: the bet {verb} {mine} with both"
    if mine != theirs:
        in_all = f"the bet {verb} {mine} instead of {theirs}"
    else:
        in_all = f"the bet {verb} {mine} with both {_tie_break(ranking, obvious)}"
    better, worse = (" and ".join(parts) for parts in _changed_parts(hint))
    reasons = f"{better}; " if better else ""
    drawbacks = f"{worse}{'; ' if better else ', but '}" if worse else ""
    return f"better than {obvious.setting}: {reasons}{drawbacks}{in_all}"


def _obvious_is_best(ranking: Ranking, verb: str) -> str:
    head = f"the obvious setting is the best one: the bet {verb}"
    if len(ranking) == 1:
        return f"{head} {_results(ranking, ranking.best)[0]}"
    second = ranking.settings[1]
    mine, theirs = _results(ranking, second)
    if mine != theirs:
        return f"{head} {mine}, and with the next, {second.setting}, {theirs}"
    both = f"{head} {mine} with it and with the next, {second.setting}"
    tie = _tie_break(ranking, second)
    return f"{both}, {tie}" if tie else both


def _changed_parts(hint: Hint) -> tuple[list[str], list[str]]:
    """Return in words which hands win more often than those of the obvious setting, and which less.

    If none wins so much more often that it is worth saying, the one that gains most is named.
    """
    best, total = hint.ranking.best, hint.ranking.dealer_hands
    names = [f"the {NUMBERS[size]}" for size in hint.ranking.rules.hands.values()]
    sub_hands = zip(_sub_hands(best), _sub_hands(hint.obvious), strict=True)
    better, worse = [], []
    for name, cards, (mine, theirs) in zip(names, best.setting.hands, sub_hands, strict=True):
        now, before = mine["wins"] / total, theirs["wins"] / total
        shares = " instead of ".join(_shares(now, before, 0))
        if now > before:
            better.append((before - now, f"with {cards_text(cards)} {name} wins {shares}"))
        elif before - now >= WORTH_SAYING:
            worse.append((now - before, f"{name} wins only {shares}"))
    better.sort()
    large = [text for change, text in better if -change >= WORTH_SAYING]
    return large or [text for _, text in better[:1]], [text for _, text in sorted(worse)]


def _differs(ranking: Ranking, other: RankedSetting) -> bool:
    best = ranking.best
    return (best.wins, best.losses) != (other.wins, other.losses)


def _results(ranking: Ranking, other: RankedSetting) -> tuple[str, str]:
    """Write what the bet wins or earns with the best setting, and with another."""
    best = ranking.best
    if ranking.objective is Objective.EV:
        return _shares(best.ev, other.ev, 1, "+")
    return _shares(best.win, other.win, 1)


def _tie_break(ranking: Ranking, other: RankedSetting) -> str:
    """Return why the best setting comes before another that earns as much; empty if equal."""
    best, total = ranking.best, ranking.dealer_hands
    if not _differs(ranking, other):
        return ""
    if ranking.objective is Objective.EV:
        return f"and wins {' instead of '.join(_shares(best.win, other.win, 1))}"
    shares = _shares(best.losses / total, other.losses / total, 1)
    return f"and loses {' instead of '.join(shares)}"


def _shares(mine: float, other: float, digits: int, sign: str = "") -> tuple[str, str]:
    """Write two shares in per cent, with more digits until the texts of different ones differ."""
    while True:
        first, second = (f"{share:{sign}z.{digits}%}" for share in (mine, other))
        if first != second or mine == other:
            return first, second
        digits += 1


def drill_hand_text(hand: DrillHand) -> str:
    """Return in words how often a setting wins, its cost, and a better one."""
    wins = f"wins {hand.chosen.win:.2%}"
    if not hand.cost:
        return f"{wins}, nothing better"
    cost = cost_text(hand.ranking, hand.chosen)
    return f"{wins}, costs {cost}; better: {hand.ranking.best.setting}"


def drill_text(drill: Drill) -> str:
    """Return in words how many hands were set, their mean cost, and how to deal them again."""
    hands, practice = drill.hands, drill.practice
    again = f"--seed {practice.seed} deals these hands again"
    if not hands:
        return f"no hand was set; {again}"
    mean = sum(hand.cost for hand in hands) / len(hands)
    cost = f"mean cost {100 * mean:.2f} {practice.game.objective.unit}"
    return f"{counted(len(hands), 'hand')}, {cost}; {again}"
