"""An equity and a range as plain numbers and names: what `--json` prints and the web app sends."""

from typing import Any

from astragal.cards import CardSet, card_ids, card_name
from astragal.equity.ranges import PAIR_SIZE, Range
from astragal.equity.result import Equity, PlayerEquity
from astragal.equity.shortest import range_name
from astragal.equity.square import range_cells


def describe_equity(result: Equity) -> dict[str, Any]:
    """Return who wins how often, how that was found, and of how many deals."""
    fields: dict[str, Any] = {
        "game": result.game.name,
        "board": card_names(result.board),
        "dead": card_names(result.dead),
        "method": result.method,
        "deals": result.deals,
    }
    if result.weight != result.deals:
        fields["weight"] = result.weight
    if result.seed is not None:
        fields["seed"] = result.seed
    fields["players"] = [_describe_player(player) for player in result.players]
    return fields


def describe_range(hands: Range) -> dict[str, Any]:
    """Return a range in its shortest form and its size; of two cards, also its starting hands."""
    fields: dict[str, Any] = {
        "range": range_name(hands),
        "game": hands.game.name,
        "hands": len(hands),
        "weight": float(hands.weights.sum()),
        "share": hands.share,
    }
    if hands.game.own == PAIR_SIZE:
        fields["cells"] = range_cells(hands)
    return fields


def card_names(cards: CardSet) -> list[str]:
    """Return the names of the cards of a set, ascending."""
    return [card_name(card) for card in card_ids(cards)]


def _describe_player(player: PlayerEquity) -> dict[str, Any]:
    fields: dict[str, Any] = {
        "hand": player.hand,
        "wins": player.wins,
        "ties": player.ties,
        "equity": player.equity,
    }
    if player.error is not None:
        fields["error"] = player.error
    if player.categories is not None:
        fields["categories"] = {
            category.text: count for category, count in player.categories.items() if count
        }
    return fields
