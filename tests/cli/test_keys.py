from collections.abc import Callable

from cli.conftest import Result

Run = Callable[..., Result]
FACE5 = "0,1,5,22,94,312,992,2422,5624,12522,19998,43258,79415"


def test_search_one_set(astragal: Run) -> None:
    result = astragal("keys", "search", "face5", "--json").json
    assert ",".join(map(str, result["keys"])) == FACE5
    assert result["max_sum"] == 360918
    assert result["seconds"] > 0


def test_search_suits_by_condition(astragal: Run) -> None:
    counts = {
        condition: len(
            astragal("keys", "search", "suit", "--condition", condition, "--json").json["solutions"]
        )
        for condition in ("distinct", "published", "flush")
    }
    assert counts == {"distinct": 12, "published": 21, "flush": 58}
    below = astragal("keys", "search", "suit", "--limit", "37", "--json").json
    assert (below["solutions"], below["tried"]) == ([], 7140)


def test_search_all(astragal: Run) -> None:
    results = astragal("keys", "search", "all", "--json").json
    names = [result["set"] for result in results]
    assert names == ["suit", "flush5", "face5", "face6", "flush7", "face7", "short7", "joker7"]
    plain = astragal("keys", "search", "all")
    assert plain.code == 0
    assert "1479181" in plain.out


def test_verify_says_valid(astragal: Run) -> None:
    result = astragal("keys", "verify", "face5", FACE5, "--smallest", "--json")
    assert result.code == 0
    assert (result.json["valid"], result.json["collision"]) == (True, None)
    assert result.json["hands"] == 6175
    assert result.json["smallest"]


def test_verify_names_the_collision(astragal: Run) -> None:
    result = astragal("keys", "verify", "suit", "0,1,26,36", "--json")
    assert result.code == 1
    assert result.json["collision"] == {
        "first": [1, 1, 3, 3, 3, 3, 3],
        "second": [2, 2, 2, 2, 2, 2, 2],
        "sum": 182,
    }
    apart = astragal("keys", "verify", "suit", "0", "1", "26", "36")
    assert "ddsssss and hhhhhhh" in apart.out
    assert apart.out == astragal("keys", "verify", "suit", "0,1,26,36").out


def test_keys_that_are_not_the_smallest_are_found_out(astragal: Run) -> None:
    larger = astragal("keys", "verify", "suit", "0,1,32,39", "--smallest", "--json")
    assert larger.code == 1
    assert (larger.json["valid"], larger.json["smallest"]) == (True, False)


def test_show(astragal: Run) -> None:
    shown = {row["set"]: row for row in astragal("keys", "show", "--json").json}
    assert shown["flush7"]["sizes"] == [5, 6, 7]
    assert "face7" in astragal("keys", "show").out


def test_bad_input_is_quoted(astragal: Run) -> None:
    astragal("keys", "search").assert_refused("SET is missing: One of suit, flush5")
    astragal("keys", "search", "face9").assert_refused("'face9'", "face7")
    astragal("keys", "verify", "suit", "0", "one").assert_refused("'0 one'")
    astragal("keys", "verify", "face5", "0,one").assert_refused("'0,one'")
    astragal("keys", "verify", "face5", "0,1").assert_refused("[0, 1]", "13 faces")
    astragal("keys", "search", "suit", "--condition", "odd").assert_refused("'odd'", "distinct")
    for option in (["--condition", "flush"], ["--limit", "10"]):
        astragal("keys", "search", "face5", *option).assert_refused("'face5'", "like 'suit'")
    astragal("keys", "verify", "face5", FACE5, "--condition", "flush").assert_refused("'face5'")
    astragal("keys", "verify", "suit", "").assert_refused("[]", "4")
    astragal("keys", "verify", "suit", "0,1,29").assert_refused("[0, 1, 29]", "4")
    astragal("keys", "verify", "suit", f"0,1,29,{10**20}").assert_refused("too large")
    doubled = ",".join(str(2 * int(key)) for key in FACE5.split(","))
    astragal("keys", "verify", "face5", doubled, "--smallest").assert_refused("bootstrap")
