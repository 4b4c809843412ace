"""Cards to play by, slow and plain: the facts of a move from the board, no code of the package."""

from fractions import Fraction

from reference import ur
from reference.ur import HAND, OFF, Game, Move, Position


def place(rules: Game, player: int, square: int | str) -> int:
    """0 is the hand, n the n-th square of the path, and the number after the last square home."""
    path = rules.paths[player]
    return 0 if square == HAND else len(path) + 1 if square == OFF else path.index(int(square)) + 1


def to_move(position: Position, player: int) -> Position:
    return Position(position.hand, position.done, position.board, player)


def captures(rules: Game, position: Position, player: int) -> dict[int, set[tuple[int, int | str]]]:
    """What a player could capture with each roll, if it were to move: (square, from where)."""
    board = dict(position.board)
    found: dict[int, set[tuple[int, int | str]]] = {}
    for roll in rules.dice:
        for source, target in ur.moves(rules, to_move(position, player), roll):
            if target != OFF and board.get(int(target)) == 1 - player:
                found.setdefault(roll, set()).add((int(target), source))
    return found


def throws(rules: Game, rolls: list[int]) -> Fraction:
    return sum((rules.dice[roll] for roll in rolls), Fraction(0))


def squares_behind(rules: Game, position: Position, player: int) -> list[int]:
    pieces = [place(rules, player, square) for square, owner in position.board if owner == player]
    return pieces + [0] * (position.hand[player] > 0)


def never_captured(rules: Game, position: Position, me: int, square: int | str) -> bool:
    """Whether no piece of the opponent can ever capture a piece that stands there."""
    if square in (HAND, OFF) or square not in rules.paths[1 - me]:
        return True
    if rules.safe and square in rules.rosettes:
        return True
    there = place(rules, 1 - me, square)
    return all(piece >= there for piece in squares_behind(rules, position, 1 - me))


def legal_moves(rules: Game, position: Position, roll: int) -> list[Move]:
    """The legal moves, the rearmost piece first."""
    me = position.turn
    return sorted(ur.moves(rules, position, roll), key=lambda move: place(rules, me, move[0]))


def progress(rules: Game, position: Position, player: int) -> int:
    path = rules.paths[player]
    on_board = [place(rules, player, s) for s, owner in position.board if owner == player]
    return sum(on_board) + position.done[player] * (len(path) + 1)


def facts(rules: Game, position: Position, roll: int) -> dict[Move, set[str]]:
    """The facts that hold of each legal move."""
    me, other = position.turn, 1 - position.turn
    board = dict(position.board)
    legal = legal_moves(rules, position, roll)
    following = ur.moves(rules, position, roll)
    before = captures(rules, position, other)
    could = captures(rules, position, me)
    exposed_to, open_after, threats_after = {}, {}, {}
    found: dict[Move, set[str]] = {}
    for move in legal:
        source, target = move
        after = following[move]
        names = set()
        if target != OFF and board.get(int(target)) == other:
            names.add("captures")
            others = [place(rules, other, s) for s, owner in position.board if owner == other]
            if place(rules, other, target) == max(others):
                names.add("captures foremost")
        if after.turn == me and target != OFF:
            names.add("rolls again")
        danger = captures(rules, after, other)
        here = [roll for roll, hits in danger.items() if any(s == target for s, _ in hits)]
        if here:
            names.add("exposed")
        if len(here) > 1:
            names.add("exposed twice")
        if any(s != target for hits in danger.values() for s, _ in hits):
            names.add("others exposed")
        rolls = [roll for roll, hits in before.items() if any(s == source for s, _ in hits)]
        exposed_to[move] = throws(rules, rolls)
        if rolls:
            names.add("was exposed")
        if never_captured(rules, after, me, target):
            names.add("safe for good")
        if never_captured(rules, position, me, source):
            names.add("was safe for good")
        threats = captures(rules, after, me)
        if any(start == target for hits in threats.values() for _, start in hits):
            names.add("threatens")
        if any(start == source for hits in could.values() for _, start in hits):
            names.add("threatened")
        open_after[move] = throws(rules, list(danger))
        threats_after[move] = throws(rules, list(threats))
        if progress(rules, position, me) > progress(rules, position, other):
            names.add("ahead")
        found[move] = names
    for move, names in found.items():
        if exposed_to[move] == max(exposed_to.values()) > 0:
            names.add("was most exposed")
        if open_after[move] == min(open_after.values()):
            names.add("least exposed")
        if threats_after[move] == max(threats_after.values()) > 0:
            names.add("most threats")
    if legal:
        found[legal[-1]].add("foremost")
        found[legal[0]].add("rearmost")
    return found
