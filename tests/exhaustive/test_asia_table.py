"""The table over slices too long for every day, and the whole game on worker processes."""

import json

import numpy as np
import pytest

from astragal import asia, paigow
from astragal.cli import main
from astragal.jobs import DaskCluster
from astragal.jobs.run import run
from astragal.setting import Game
from astragal.setting.classes import group_starts, suit_class_hands
from astragal.setting.strategy import BEST
from astragal.setting.table import BestSettings
from astragal.setting.whole_game import gain_job

GROUPS = 60


@pytest.mark.parametrize(
    "game", [asia.Game(), asia.Game("casino"), paigow.Game(), paigow.Game("ez")], ids=str
)
def test_whole_groups_are_exact_counts(game: Game) -> None:
    """Every class of groups drawn at random, some five thousand in all."""
    starts = group_starts()
    compared = 0
    for group in np.random.default_rng(5).integers(0, len(starts) - 1, GROUPS).tolist():
        classes = range(*starts[group : group + 2].tolist())
        hands = suit_class_hands(classes)[0].tolist()
        expected = [
            [a.best.value, a.best.wins, a.best.losses, a.house.wins, a.house.losses]
            for a in game.rank_many(hands)
        ]
        assert BestSettings.of(game)(classes).tolist() == expected
        compared += len(classes)
    assert compared > 60 * GROUPS


def test_the_whole_table_has_the_whole_game(capsys: pytest.CaptureFixture[str]) -> None:
    """Two roads to all deals: hand by hand here, by inclusion and exclusion there."""
    game = asia.Game()
    totals = game.build_table().totals()
    whole = game.edge()
    assert totals.hands == 154_143_080
    assert (totals.house_wins, totals.house_losses) == (whole.wins, whole.losses)
    (estimate,) = run(gain_job([BEST], game, samples=20_000, seed=1))
    gain = totals.house_edge - totals.edge
    assert estimate.gain is not None
    assert estimate.error is not None
    assert abs(estimate.gain - gain) < 4 / 1.96 * estimate.error

    with pytest.raises(SystemExit) as end:
        main(["asia", "edge", "--player", "best", "--json"])
    assert not end.value.code
    said = json.loads(capsys.readouterr().out)
    assert said["method"] == "table"
    assert (said["edge"], said["gain"]) == (totals.edge, gain)


@pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")
def test_the_whole_game_on_two_workers_is_that_on_threads() -> None:
    game = asia.Game(dealer="lexicographic")
    whole = game.edge(engine=DaskCluster(workers=2))
    assert whole == game.edge(threads=2)
    assert whole.wins == whole.losses == 3_888_071_243_223_248


def test_best_play_against_balanced_in_a_casino() -> None:
    totals = asia.Game("casino", dealer="balanced").build_table().totals()
    assert totals.wins == 3_909_269_789_561_960
    assert round(100 * totals.edge, 6) == 5.235096
