"""The page of pai gow poker and Asia Poker in a real browser."""

import re
from types import ModuleType
from typing import Any, NamedTuple

import pytest
from playwright.sync_api import Browser, Page, Request, Response, Route, expect

from astragal import asia, paigow

from web.conftest import Served
from web.watched import Watched


class Case(NamedTuple):
    """A game: a hand that its house way sets best, a hand that it doesn't, and two dealers."""

    room: ModuleType
    hand: str
    differs: str
    dealer: str
    rules: str
    short: list[int]
    """The sizes of the hands that are tapped, in their order."""
    prompt: str

    @property
    def name(self) -> str:
        return str(self.room.Rules.game)

    @property
    def game(self) -> Any:
        """The game of the page, whose goal is money."""
        return self.room.Game(objective="ev")

    @property
    def titles(self) -> dict[str, str]:
        """What the page calls each hand."""
        sizes = [7 - sum(self.short), *reversed(self.short)]
        return {
            part: f"{size}-card hand"
            for part, size in zip(self.room.Rules.hands, sizes, strict=True)
        }

    @property
    def dealer_title(self) -> str:
        """What the page calls the dealer: the ways of casinos have their names."""
        ways = self.room.Rules.ways.listed
        return str(next(way.title for way in ways if way.name == self.dealer))

    def link(self, hand: str, more: str = "") -> str:
        return f"/{self.name}#hand={hand.replace(' ', '')}{more}"


PAIGOW = Case(
    paigow, "Ks Kd 9h 9c As 5d 3c", "Jk Qs Qh Qd As 7s 2s", "trump-plaza", "ez", [2],
    "Choose your 2-card hand. The rest is your 5-card hand.",
)  # fmt: skip
ASIA = Case(
    asia, "As Kd Qh Jc 9s 7d 4h", "Ac Ad Kc Kd 5s 4h 2c", "balanced", "casino", [1, 2],
    "Choose your 1-card hand, then your 2-card hand. The rest is your 4-card hand.",
)  # fmt: skip
both = pytest.mark.parametrize("case", [PAIGOW, ASIA], ids=lambda case: case.name)


NAMES = "all => all.map((one) => one.dataset.card)"


def own_cards(page: Page) -> list[str | None]:
    return [slot.get_attribute("data-card") for slot in page.locator(".yours .line .slot").all()]


def set_own(page: Page, setting: Any) -> None:
    """Tap all hands of a setting but the longest, the shortest first; the other cards follow."""
    for hand in reversed(str(setting).split(" / ")[1:]):
        for card in hand.split():
            page.click(f".tray [data-card='{card}']")


def choose(page: Page, **switches: str) -> None:
    """Change rules, banker, goal or dealer in the line that opens."""
    page.click("#switches > summary")
    for kind, name in switches.items():
        if kind == "dealer":
            page.check(f"#dealer input[value='{name}']")
        else:
            page.click(f"#switches [data-choice='{name}']")
    page.click("#switches > summary")


def expect_best(page: Page, case: Case, hand: str, **switches: str) -> None:
    """Compare the best setting that is shown with the answer of the server."""
    question = {"hand": hand, "objective": "ev", **switches}
    answer = page.request.post(f"/api/{case.name}/best", data=question)
    wins = answer.json()["settings"][0]["wins"]
    expect(page.locator("#best .legend [title]").first).to_have_attribute("title", f"{wins:,}")


@both
def test_a_typed_hand_is_ranked(watched: Watched, case: Case) -> None:
    page = watched.open(f"/{case.name}")
    page.click("#clear")
    expect(page.locator("#best")).to_have_count(0)
    for card in case.hand.split():
        page.click(f".pick[data-card='{card}']")
    expect(page.locator(".deck")).to_have_count(0)  # it is hidden
    ranking = case.game.rank(case.hand)
    wins = page.locator("#best .legend [title]").first
    expect(wins).to_have_attribute("title", f"{ranking.best.wins:,}")
    expect(page.locator("#best .card")).to_have_count(7)
    legal, different = ranking.question.legal, len(ranking.settings)
    merged = f", {different} different (×n: n of equal value)"
    expect(page.locator("#about")).to_contain_text(
        f"{legal} legal settings{merged if different < legal else ''}, each"
    )
    expect(page.locator("#next")).to_have_text(case.prompt)
    expect(page.locator("#house")).to_have_count(0)
    expect(page.locator("#house-too")).to_contain_text("The house plays this too")
    if different > 12:
        page.click("#more")
    expect(page.locator("#table tbody tr")).to_have_count(len(ranking.settings))
    page.fill("#text", "As As Kd")
    page.keyboard.press("Enter")
    expect(page.locator("#hand [role=alert]")).to_contain_text("The ace of spades is there twice")
    joker = "joker" if case is PAIGOW else "Jo"
    expect(page.locator("#hand [type=submit]")).to_have_count(1)
    page.fill("#text", f"{joker} Qs Qh Qd As 7s 2s")
    expect(page.locator("#hand [type=submit]")).to_have_count(0)  # the hand is shown
    expect(page.locator("#hand [role=alert]")).to_have_count(0)
    expect(page.locator("#best .card[aria-label=joker]")).to_have_count(1)


def test_the_game_is_a_switch_that_keeps_the_hand(watched: Watched) -> None:
    page = watched.open(PAIGOW.link(PAIGOW.hand))
    set_own(page, PAIGOW.game.rank(PAIGOW.hand).settings[1].setting)
    expect(page.locator("#own .notice")).to_be_visible()
    page.click("[data-choice=asia]")
    for case in (ASIA, PAIGOW):
        wins = case.game.rank(PAIGOW.hand).best.wins
        expect(page.locator("#best .legend [title]").first).to_have_attribute("title", f"{wins:,}")
        assert page.url.endswith(case.link(PAIGOW.hand))
        expect(page.locator(".top nav [aria-current]")).to_have_text("Pai gow & Asia Poker")
        expect(page.locator("#own .place")).to_have_count(7)
        assert own_cards(page) == []
        page.click("[data-choice=paigow]")
    set_own(page, PAIGOW.game.rank(PAIGOW.hand).settings[1].setting)
    page.click("[data-choice=asia]")
    expect(page.locator("[data-choice=asia]")).to_have_attribute("aria-checked", "true")
    page.go_back()
    expect(page.locator("[data-choice=paigow]")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#own .slot")).to_have_count(7)  # set as it was left
    expect(page.locator("#own .notice")).to_be_visible()
    page.go_forward()
    wins = ASIA.game.rank(PAIGOW.hand).best.wins
    expect(page.locator("#best .legend [title]").first).to_have_attribute("title", f"{wins:,}")
    page.reload()
    expect(page.locator("[data-choice=asia]")).to_have_attribute("aria-checked", "true")
    expect(page.locator("#text")).to_have_value(PAIGOW.hand)


@both
def test_panels_of_settings_align(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.differs))
    ranking = case.game.rank(case.differs)
    set_own(page, ranking.settings[-1].setting)
    expect(page.locator("#own .figures")).to_be_visible()
    for part in (".line", ".notice", ".figures", ".split", ".parts"):
        boxes = [page.locator(f"#{one} {part}").bounding_box() for one in ("best", "house", "own")]
        assert len({round(box["y"]) for box in boxes if box}) == 1, part
    gain = f"{100 * ranking.cost_ev(ranking.house):.2f}"
    expect(page.locator("#best .headline")).to_have_text(f"+{gain} %")
    expect(page.locator("#house .headline")).to_have_text(f"{gain} %")
    expect(page.locator("#house .notice")).to_have_text(f"costs {gain} % of the bet")
    sizes = [
        page.locator(f"#best {one}").first.evaluate(
            "one => parseFloat(getComputedStyle(one).fontSize)"
        )
        for one in (".headline", ".figure")
    ]
    assert sizes[0] >= sizes[1]  # the difference is what matters
    share = page.locator("#best .legend b").first.inner_text()
    expect(page.locator("#best .figures", has_text=share)).to_have_count(1)  # one precision
    expect(page.locator("#best .differs").first).to_be_visible()


@both
def test_an_own_setting_has_a_cost_and_may_be_a_foul(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.hand))
    ranking = case.game.rank(case.hand)
    set_own(page, ranking.best.setting)
    expect(page.locator(".yours .notice")).to_contain_text("Best setting")
    worse = ranking.settings[-1]
    page.click("#unset")
    set_own(page, worse.setting)
    cost = ranking.cost_ev(worse)
    words = f"costs {100 * cost:.2f} % of the bet"
    expect(page.locator(".yours .notice")).to_have_text(words)
    page.click("#unset")
    high, *others = str(ranking.best.setting).split(" / ")
    lowest = high.split()[-1]
    page.click(f".tray [data-card='{lowest}']")
    page.click(f".yours .part [data-card='{lowest}']")  # taken back
    expect(page.locator(".tray .slot")).to_have_count(7)
    set_own(page, " / ".join([high, *others]))
    best = case.hand.split()[0]
    page.drag_and_drop(f".yours [data-card='{best}']", f".yours [data-card='{others[-1][:2]}']")
    last = own_cards(page)[7 - len(others[-1].split()) :]
    assert best in last
    first, second = (page.locator(f".yours [data-card='{card}']") for card in (best, lowest))
    first.click()
    second.click()  # swaps them
    assert best not in own_cards(page)[7 - len(others[-1].split()) :]
    page.click("#unset")
    page.drag_and_drop(f".tray [data-card='{best}']", ".yours [data-part=low]")
    assert own_cards(page) == [best]


@both
def test_a_card_dropped_on_another_setting_stays(watched: Watched, case: Case) -> None:
    """It landed in one's own setting."""
    page = watched.open(case.link(case.differs))
    card = case.differs.split()[0]
    page.drag_and_drop(f".tray [data-card='{card}']", "#house [data-part=low]")
    expect(page.locator(".tray .slot")).to_have_count(7)
    page.drag_and_drop(f".tray [data-card='{card}']", ".yours [data-part=low]")
    assert own_cards(page) == [card]


@both
def test_back_returns_from_the_trainer_and_bad_links_are_told(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.hand))
    page.click("[data-choice=train]")
    expect(page.locator("#check")).to_be_visible()
    page.go_back()
    expect(page.locator("#text")).to_have_value(case.hand)
    page.goto(f"/{case.name}#hand=zzz&rules=foo")
    complaint = page.locator("#complaint [role=alert]")
    expect(complaint).to_contain_text("hand “zzz”: 7 different cards are right")
    expect(complaint).to_contain_text("rules “foo”: one of ")
    page.click("#deal")
    expect(complaint).to_have_count(0)


@both
def test_the_hand_of_the_trainer_waits_in_every_way(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.hand))
    page.click("[data-choice=train]")
    expect(page.locator(".tray .slot")).to_have_count(7)
    page.click(".tray .slot >> nth=-1")
    cards = page.locator(".felt [data-card]").evaluate_all(
        "all => all.map(one => one.dataset.card)"
    )
    assert page.url.endswith(f"/{case.name}#train")

    def expect_it() -> None:
        expect(page.locator(".tray .slot")).to_have_count(6)
        shown = page.locator(".felt [data-card]")
        assert shown.evaluate_all(NAMES) == cards
        expect(page.locator("#best")).to_have_count(0)

    page.reload()
    expect_it()
    page.go_back()
    expect(page.locator("#text")).to_have_value(case.hand)
    page.go_forward()
    expect_it()
    page.click("[data-choice=analyse]")
    expect(page.locator("#best .card")).to_have_count(7)
    assert {*page.locator("#text").input_value().split()} == {*case.hand.split()}
    page.go_back()
    expect_it()
    for key in "1234567"[: sum(case.short) - 1]:
        page.keyboard.press(key)
    page.click("#check")
    expect(page.locator("#next-hand")).to_be_visible()
    page.reload()
    expect(page.locator("#next-hand")).to_be_visible()
    expect(page.locator(".said .prompt:is(.good, .bad)")).to_be_visible()
    expect(page.locator("#score")).to_contain_text("of 1")


def test_the_trainer_tells_a_foul_after_the_check_and_shows_what_is_right(
    watched: Watched,
) -> None:
    page = watched.page
    cards = PAIGOW.hand.split()
    dealt = {"hands": [cards], "kinds": ["two pair"]}
    page.goto("/healthz")
    page.route("**/api/paigow/practice", lambda route: route.fulfill(json=dealt))
    page.goto("/paigow#train")
    for card in ("Ks", "Kd"):  # before the pair of nines: a foul
        page.click(f".tray [data-card='{card}']")
    expect(page.locator(".said")).to_contain_text("Ready?")
    with page.expect_response("**/explain"):
        page.click("#check")
    expect(page.locator(".said .bad")).to_contain_text("A foul: your 5-card hand")
    best = PAIGOW.game.rank(PAIGOW.hand).best
    shown = page.locator(".said [data-part=low] .card").evaluate_all(
        "all => all.map((one) => one.getAttribute('aria-label'))"
    )
    assert len(shown) == len(best.setting.low) == 2
    # The bet that could have been expected, and the bet that is lost.
    expect(page.locator("#score")).to_contain_text(f"{100 * (best.ev + 1):.2f}")


@both
def test_an_own_setting_is_sorted_as_the_others(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.differs))
    best = case.game.rank(case.differs).best.setting
    for hand in reversed(str(best).split(" / ")[1:]):
        for card in reversed(hand.split()):
            page.click(f".tray [data-card='{card}']")
    assert own_cards(page) == str(best).replace("/ ", "").split()
    expect(page.locator("#table tr.mine")).to_have_count(1)
    first, last = own_cards(page)[0], own_cards(page)[-1]
    for swapped in (first, last, first, last):  # swaps them, and back again
        page.click(f".yours [data-card='{swapped}']")
    assert own_cards(page) == str(best).replace("/ ", "").split()


@both
def test_a_lifted_card_is_none_of_the_next_hand(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.hand))
    set_own(page, case.game.rank(case.hand).best.setting)
    lifted = page.locator(f".yours [data-card='{case.hand[:2]}']")
    lifted.click()
    expect(lifted).to_have_attribute("aria-pressed", "true")
    page.fill("#text", case.differs)
    set_own(page, case.game.rank(case.differs).best.setting)
    tapped = page.locator(f".yours [data-card='{case.differs[:2]}']")
    tapped.click()
    expect(tapped).to_have_attribute("aria-pressed", "true")
    assert {*own_cards(page)} == {*case.differs.split()}
    tapped.click()  # lays it down
    expect(tapped).to_have_attribute("aria-pressed", "false")


@both
def test_an_own_setting_without_an_answer_has_an_error(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.hand))
    watched.expects_refusals = True
    refusal = {"error": "Refused on purpose."}
    page.route("**/explain", lambda route: route.fulfill(status=500, json=refusal))
    set_own(page, case.game.rank(case.hand).settings[-1].setting)
    expect(page.locator("#own [role=alert]")).to_have_text(refusal["error"])
    expect(page.locator("#own .counting")).to_have_count(0)
    page.unroute_all()
    watched.open(f"/{case.name}#train")
    page.route("**/explain", lambda route: route.fulfill(status=500, json=refusal))
    expect(page.locator(".tray .slot")).to_have_count(7)
    for key in "765"[: sum(case.short)]:
        page.keyboard.press(key)
    with page.expect_response("**/explain"):
        page.click("#check")
    expect(page.locator(".said [role=alert]")).to_have_text(refusal["error"])
    page.unroute_all()
    page.click("#check")
    expect(page.locator("#score")).to_contain_text("of 1")


def test_another_setting_of_the_house_may_be_as_good(watched: Watched) -> None:
    hand = "Kh Ks Ac Qs Kd Qh Qd"
    ranking = ASIA.game.rank(hand)
    assert ranking.house.setting != ranking.best.setting
    assert ranking.house.ev == ranking.best.ev
    page = watched.open(ASIA.link(hand))
    expect(page.locator("#house .notice")).to_contain_text("as good as the best")
    expect(page.locator("#best .notice")).to_have_text("The house way is as good")
    expect(page.locator("#house .differs")).not_to_have_count(0)


def test_a_foul_is_named_in_the_words_of_the_page(watched: Watched) -> None:
    page = watched.open("/asia")
    set_own(page, "4h / Kd Qh / As")
    expect(page.locator(".yours .notice")).to_contain_text("A foul: your 4-card hand (")
    expect(page.locator(".yours .notice")).to_contain_text("is below your 2-card hand (")
    page.goto("/paigow#hand=KsKd9h9cAs5d3c")
    figures = page.locator("#best .figures").bounding_box()
    set_own(page, "3c / Ks Kd")
    expect(page.locator(".yours .notice")).to_contain_text("is below your 2-card hand (")
    after = page.locator("#best .figures").bounding_box()
    assert figures
    assert after
    assert after["y"] == pytest.approx(figures["y"], abs=1)  # the foul makes no hole beside it


@both
def test_rules_goal_and_dealer_are_a_line_that_opens(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.differs))
    expect(page.locator("#dealer")).to_have_count(0)
    choose(page, rules=case.rules, goal="wins", dealer=case.dealer)
    line = page.locator("#switches > summary")
    expect(line).to_contain_text(f"most wins · dealer {case.dealer_title} · change")
    switches = {"rules": case.rules, "dealer": case.dealer, "objective": "wins"}
    expect_best(page, case, case.differs, **switches)
    page.click("#table th button:text('losses')")
    losses = page.locator("#table tbody tr td:nth-child(5)").all_text_contents()
    numbers = [float(text.split()[0]) for text in losses]
    assert numbers == sorted(numbers, reverse=True)
    assert len(set(numbers)) > 1
    address = page.url
    page.goto("/words")
    page.goto(f"/{case.name}")  # they are remembered
    expect(line).to_contain_text(f"most wins · dealer {case.dealer_title}")
    page.click("#switches > summary")
    expect(page.locator(f"[data-choice={case.rules}]")).to_have_attribute("aria-checked", "true")
    page.goto(address)  # and a link has all of them
    expect(line).to_contain_text(f"dealer {case.dealer_title}")
    page.goto(case.link(case.hand))  # also those that it leaves out
    expect(line).not_to_contain_text("most wins" if case is PAIGOW else "Casino")


def test_who_banks_is_a_switch_of_pai_gow_poker(watched: Watched) -> None:
    page = watched.open(PAIGOW.link(PAIGOW.differs))
    choose(page, banker="player")
    expect(page.locator("#switches > summary")).to_contain_text("you bank")
    expect_best(page, PAIGOW, PAIGOW.differs, banker="player")
    page.click("#switches > summary")
    expect_edges(page, PAIGOW, "casino, banker player")
    page.click("[data-choice=asia]")
    expect(page.locator("[data-choice=player]")).to_have_count(0)
    expect(page.locator("#best .card")).to_have_count(7)


def expect_edges(page: Page, case: Case, rules: str) -> None:
    """Compare the figure beside each dealer with the lowest edge that has been counted."""
    for way in (listed.to_dict() for listed in case.room.Rules.ways.listed):
        edges = way["house_edges"].get(rules)
        text = f"{100 * min(edges.values()):.2f} %".replace("-", "−") if edges else "–"
        beside = page.locator(".way", has=page.locator(f"input[value='{way['name']}']"))
        expect(beside.locator(".edge")).to_contain_text(text.removesuffix(" %"))


@pytest.mark.parametrize(("case", "rules"), [(PAIGOW, "ez"), (ASIA, "push")])
def test_the_edges_of_the_dealers_help_to_choose(watched: Watched, case: Case, rules: str) -> None:
    page = watched.open(case.link(case.hand, f"&rules={rules}"))
    page.click("#switches > summary")
    expect_edges(page, case, rules)
    shown = page.locator(".edge").all_text_contents()
    assert len(set(shown)) > 4  # not all the same
    assert ("–" in shown) == (rules == "ez")
    expect(page.locator("#edge-note")).to_contain_text("–: not counted")


@both
def test_a_row_becomes_yours_and_a_link_keeps_it(watched: Watched, case: Case) -> None:
    page = watched.open(case.link("Jk Ks Kd 9h 8c 5d 2s"))
    page.click("#table tbody tr:nth-child(3) .load")
    expect(page.locator("#table tbody tr:nth-child(3)")).to_contain_text("yours")
    expect(page.locator(".yours .notice")).to_be_visible()
    shown, address = own_cards(page), page.url
    assert len(shown) == 7
    page.goto("/words")
    page.goto(address)
    expect(page.locator(".yours .line .slot")).to_have_count(7)
    assert own_cards(page) == shown


@both
def test_why_is_shown_in_pairs_of_bars(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.differs))
    game = case.game
    hint, ranking = game.hint(case.differs), game.rank(case.differs)
    why = page.locator("#why")
    expect(why.locator(".two-lines .small-line")).to_have_count(2)
    expect(why.locator(".two-lines .card")).to_have_count(14)
    house = game.explain(ranking.house.setting).to_dict()
    best = game.explain(ranking.best.setting).to_dict()
    for number, hand in enumerate([*case.room.Rules.hands, None]):
        shares = [
            (row["sub_hands"][hand]["wins"] if hand else row["wins"]) / row["dealer_hands"]
            for row in (best, house)
        ]
        delta = f"{100 * (shares[0] - shares[1]):+.1f}".replace("-", "−")
        expect(why.locator(".pair").nth(number).locator(".delta")).to_have_text(delta)
    cost = house["cost_ev"]
    expect(why.locator(".sentence")).to_contain_text(f"in all it costs {100 * cost:.2f}")
    way = next(one.title for one in case.room.Rules.ways.listed if one.name == hint.way)
    by_line = why.locator(".by-line", has_text="by its line")
    expect(by_line).to_contain_text(f"{way[0].upper()}{way[1:]} plays ")
    shown = [card.get_attribute("aria-label") for card in by_line.locator(".card").all()]
    named = [
        card.get_attribute("aria-label")
        for card in page.locator("#table tr", has_text="house").locator(".card").all()
    ]
    assert len(shown) == 7
    assert (shown == named) == (hint.card.setting == ranking.house.setting)
    why.locator("[data-choice=obvious]").click()  # another setting than the house way's, in both
    obvious = game.explain(hint.obvious.setting).to_dict()
    cost = obvious["cost_ev"]
    expect(why.locator(".sentence")).to_contain_text(f"in all it costs {100 * cost:.2f}")
    said = why.inner_text()
    assert not re.search(r"-\d+(\.\d+)? ?%|\d%", said), said
    set_own(page, ranking.settings[-1].setting)
    expect(why.locator("[data-choice=yours]")).to_be_visible()


def drag_by_touch(page: Page, start: str, end: str) -> None:
    """Move a finger from the middle of an element to the middle of another."""
    boxes = [page.locator(selector).bounding_box() for selector in (start, end)]
    points = [{"x": b["x"] + b["width"] / 2, "y": b["y"] + b["height"] / 2} for b in boxes if b]
    session = page.context.new_cdp_session(page)
    for kind, at in (("touchStart", 0), ("touchMove", 1), ("touchMove", 1), ("touchEnd", None)):
        touched = [] if at is None else [points[at]]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})
    session.detach()


@pytest.mark.parametrize("path", ["/paigow", "/asia"])
def test_it_works_on_a_phone_and_speaks_of_no_keys(narrow: Watched, path: str) -> None:
    page = narrow.open(f"{path}#train")
    page.locator(".tray .slot").nth(6).wait_for()
    expect(page.locator("#check")).to_be_disabled()
    for _ in range(2 if path == "/paigow" else 3):
        page.tap(".tray .slot >> nth=-1")
    expect(page.locator("#check")).to_be_enabled()
    box = page.locator(".actions").bounding_box()
    assert box
    assert box["y"] + box["height"] == pytest.approx(844, abs=1)  # at the bottom of the screen
    assert page.locator("kbd:visible, .for-keys:visible").count() == 0
    assert narrow.fits()
    page.tap("#check")
    expect(page.locator("#score")).to_contain_text("of 1")
    page.tap("[data-choice=analyse]")
    page.tap("#switches > summary")
    page.locator("#dealer").wait_for()
    page.tap("#deal")
    expect(page.locator(".tray .slot")).to_have_count(7)
    page.tap("#table summary")
    page.locator("#table th button").first.wait_for()
    assert page.locator("kbd:visible, .for-keys:visible").count() == 0
    assert narrow.fits()
    small = page.eval_on_selector_all(
        "main button:not(.slot), main summary, main label.way",
        """all => all.filter(one => one.checkVisibility())
          .filter(one => {
            const { width, height } = one.getBoundingClientRect();
            return Math.min(width, height) < 40;
          })
          .map(one => one.outerHTML.slice(0, 80))""",
    )
    assert small == []
    page.locator(".tray").scroll_into_view_if_needed()
    drag_by_touch(page, ".tray .slot >> nth=-1", ".yours [data-part=low]")
    expect(page.locator(".yours [data-part=low] .slot")).to_have_count(1)


@both
def test_it_works_by_keyboard_alone(watched: Watched, case: Case) -> None:
    page = watched.open(f"/{case.name}")
    page.focus("#clear")
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    page.keyboard.press("Tab")
    for _ in range(7):  # spades from the ace down
        page.keyboard.press("Enter")
        page.keyboard.press("ArrowRight")
    expect(page.locator("#text")).to_have_value("As Ks Qs Js Ts 9s 8s")
    expect(page.locator("#pick")).to_be_focused()  # the deck is hidden
    page.focus(".tray .slot >> nth=0")
    for left in range(6, 6 - sum(case.short), -1):
        page.keyboard.press("Enter")
        expect(page.locator(".tray .slot")).to_have_count(left if left > 7 - sum(case.short) else 0)
    expect(page.locator(".yours .notice")).to_be_visible()


def test_no_key_is_lost_while_the_browser_does_not_paint(browser: Browser, served: Served) -> None:
    watched = Watched(browser, served.address)
    watched.page.add_init_script("globalThis.requestAnimationFrame = () => 0")
    page = watched.open("/asia")
    page.focus(".tray .slot >> nth=0")
    for left in (6, 5, 0):
        page.keyboard.press("Enter")
        expect(page.locator(".tray .slot")).to_have_count(left)
    expect(page.locator("#unset")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator(".tray .slot").first).to_be_focused()
    watched.end()
    watched.close()


def test_it_says_that_it_is_counting_and_leaves_the_focus(watched: Watched) -> None:
    held: list[Route] = []
    page = watched.page
    page.route("**/api/asia/best", lambda route: held.append(route))  # noqa: PLW0108 (Playwright wants a function)
    page.goto("/asia")
    expect(page.locator("#lines [role=status]")).to_contain_text("Counting…")
    held[0].continue_()
    expect(page.locator("#best .card")).to_have_count(7)
    expect(page.locator("[role=status]:text('Counting')")).to_have_count(0)
    page.keyboard.press("d")
    page.focus(".tray .slot >> nth=0")
    page.keyboard.press("Enter")
    expect(page.locator("#lines .stale")).to_be_visible()
    page.unroute_all()  # which lets the requests go
    expect(page.locator(".stale")).to_have_count(0)
    expect(page.locator(".tray .slot").first).to_be_focused()


def answer_to_close_calls(response: Response) -> bool:
    return response.url.endswith("/practice") and "closeness" in (
        response.request.post_data_json or {}
    )


@both
def test_the_trainer_keeps_score_by_keyboard_alone(watched: Watched, case: Case) -> None:
    page = watched.open(f"/{case.name}")
    page.click("[data-choice=train]")
    keys = "765"[: sum(case.short)]
    for hands in (1, 2):
        expect(page.locator(".tray .slot")).to_have_count(7)
        expect(page.locator("#best, #house, #table table")).to_have_count(0)
        for key in keys:
            page.keyboard.press(key)
        page.keyboard.press("Enter")
        expect(page.locator("#score")).to_contain_text(f"of {hands}")
        expect(page.locator("#best .card")).to_have_count(7)
        expect(page.locator("#why .pair").first).to_be_visible()
        if hands == 1:
            page.keyboard.press("Enter")
    shown = own_cards(page)
    kept = page.evaluate(f"JSON.parse(localStorage['astragal.{case.name}.history'])")
    assert len(kept) == 2
    assert kept[0]["set"].replace("-", "") == "".join(map(str, shown))
    kinds = {one["kind"] for one in kept}
    assert kinds <= set(case.room.Game.hand_kinds) - {"any", "joker"}
    expect(page.locator(".kinds tr")).to_have_count(len(kinds))
    expect(page.locator(".past li")).to_have_count(2)
    page.keyboard.press("Enter")
    expect(page.locator("#check")).to_be_visible()
    page.click(".past li:first-child .load")
    expect(page.locator("#next-hand")).to_be_visible()
    assert own_cards(page) == shown
    page.goto("/words")
    page.goto(f"/{case.name}#train")
    expect(page.locator("#score")).to_contain_text("of 2")
    page.click("#forget")
    page.click("#keep-score")
    expect(page.locator("#score")).to_contain_text("of 2")
    page.click("#forget")
    page.click("#delete-score")
    expect(page.locator("#score")).to_contain_text("0 of 0")


def test_old_fouls_are_said_beside_a_mean_that_does_not_count_them(watched: Watched) -> None:
    cards = PAIGOW.hand.replace(" ", "")
    history = [
        {"hand": cards, "cost": cost, "kind": kind, "objective": goal}
        for kind, cost, goal in [
            ("two pair", None, "ev"), ("two pair", 0.25, "wins"), ("trips", None, "ev"),
            ("one pair", 0.125, "ev"), ("one pair", None, "ev"),
        ]
    ]  # fmt: skip
    watched.page.evaluate(
        "history => localStorage['astragal.paigow.history'] = JSON.stringify(history)", history
    )
    page = watched.open("/paigow#train")
    shown = {
        "two pair": ("1 hand, 1 foul", "–"), "trips": ("1 hand, 1 foul", "–"),
        "one pair": ("2 hands, 1 foul", "12.50"),
    }  # fmt: skip
    for kind, texts in shown.items():
        row = page.locator(".kinds tr", has_text=kind)
        expect(row.locator(".quiet, .number")).to_have_text(list(texts))
    expect(page.locator("#score")).to_contain_text("12.50% lost per hand, 3 fouls")


@pytest.mark.parametrize("width", [320, 390])
def test_a_score_with_fouls_fits_a_phone(narrow: Watched, width: int) -> None:
    past = {"hand": PAIGOW.hand.replace(" ", ""), "cost": 1.5, "foul": True, "objective": "ev"}
    kinds = ["straight or flush", "three of a kind", "joker"]
    narrow.page.evaluate(
        "history => localStorage['astragal.paigow.history'] = JSON.stringify(history)",
        [{**past, "kind": kind} for kind in kinds for _ in range(12)],
    )
    page = narrow.page
    page.set_viewport_size({"width": width, "height": 844})
    narrow.open("/paigow#train")
    expect(page.locator(".kinds tr")).to_have_count(len(kinds))
    assert narrow.fits()
    assert page.evaluate(OUTSIDE.replace("#lines .panel, #table .panel", "#scores")) == []


@both
def test_a_foul_moves_no_card_on_a_phone(narrow: Watched, case: Case) -> None:
    dealt = {"hands": [[*map(str, case.hand.split())]], "kinds": ["straight or flush"]}
    page = narrow.page
    page.goto("/healthz")
    page.route("**/practice", lambda route: route.fulfill(json=dealt))
    page.goto(f"/{case.name}#train")
    pair = ("Ks", "Kd") if case is PAIGOW else ("As", "Kd", "Qh")
    for card in pair:
        page.tap(f".tray [data-card='{card}']")
    expect(page.locator("#check")).to_be_enabled()
    top = "document.querySelector('.felt .line').getBoundingClientRect().top + scrollY"
    before = page.evaluate(top)
    page.tap("#check")
    expect(page.locator("#score")).to_contain_text("1 foul")
    assert page.evaluate(top) == before


def review_best(watched: Watched, case: Case) -> Page:
    """Open the trainer with a past hand that was set best, and click it."""
    best = str(case.game.rank(case.hand).best.setting)
    past = {"hand": case.hand.replace(" ", ""), "set": best.replace(" / ", "-").replace(" ", "")}
    watched.page.evaluate(
        "([name, past]) => localStorage[`astragal.${name}.history`] = JSON.stringify(past)",
        [case.name, [{**past, "cost": 0, "kind": "two pair"}] * 8],
    )
    page = watched.open(f"/{case.name}#train")
    page.click(".past li:last-child .load")
    expect(page.locator("#best .card")).to_have_count(7)
    return page


@both
def test_a_best_setting_stands_beside_nothing_stray(watched: Watched, case: Case) -> None:
    page = review_best(watched, case)
    expect(page.locator("#checked")).to_have_count(0)
    texts = page.evaluate(
        """() => [...document.querySelector(".lines .answer").childNodes]
          .filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.data)"""
    )
    assert texts == []


def heights(page: Page, selector: str) -> list[float]:
    texts = page.eval_on_selector_all(
        selector, "all => all.map((one) => one.getBoundingClientRect().height)"
    )
    return [float(text) for text in texts]


def test_a_past_setting_is_shown_at_the_table(watched: Watched) -> None:
    page = review_best(watched, PAIGOW)
    expect(page.locator(".felt .line")).to_be_in_viewport(ratio=1)
    expect(page.locator("#next-hand")).to_be_focused()


@both
def test_back_returns_from_a_past_setting_and_to_the_hand_before(
    watched: Watched, case: Case
) -> None:
    page = watched.open(f"/{case.name}#train")
    expect(page.locator(".tray .slot")).to_have_count(7)
    dealt = page.locator(".felt [data-card]").evaluate_all(NAMES)
    review_best(watched, case)
    page.go_back()
    expect(page.locator(".tray .slot")).to_have_count(7)
    assert page.locator(".felt [data-card]").evaluate_all(NAMES) == dealt
    page.go_forward()
    expect(page.locator("#next-hand")).to_be_visible()
    page.reload()
    expect(page.locator("#best .card")).to_have_count(7)
    assert {*own_cards(page)} == {*case.hand.split()}
    page.click("[data-choice=analyse]")
    page.fill("#text", case.differs)
    expect(page.locator("#text:not(.half)")).to_have_value(case.differs)
    page.go_back()
    expect(page.locator("#text")).not_to_have_value(case.differs)
    assert {*page.locator("#text").input_value().split()} == {*case.hand.split()}


@both
def test_all_cards_of_a_line_are_equally_high(watched: Watched, case: Case) -> None:
    page = review_best(watched, case)
    for line in (".felt .line .card", "#best .line .card", ".past li:first-child .card"):
        shown = heights(page, line)
        assert len(shown) == 7
        assert max(shown) - min(shown) < 0.5, line


def test_the_heading_of_a_lone_panel_is_at_its_top(watched: Watched) -> None:
    page = review_best(watched, PAIGOW)
    heading, panel = (page.locator(f"#best{part}").bounding_box() for part in (" h2", ""))
    assert heading
    assert panel
    assert heading["y"] - panel["y"] < 24
    results = page.locator("#best .figures").bounding_box()
    assert results
    assert results["x"] > panel["x"] + panel["width"] / 2  # beside the cards


@both
def test_check_stays_where_it_is(watched: Watched, case: Case) -> None:
    page = watched.open(f"/{case.name}#train")
    expect(page.locator(".tray .slot")).to_have_count(7)
    before = page.locator("#check").bounding_box()
    for key in "765"[: sum(case.short)]:
        page.keyboard.press(key)
    expect(page.locator("#check")).to_be_enabled()
    ready = page.locator("#check").bounding_box()
    page.keyboard.press("Enter")
    expect(page.locator(".said .prompt:is(.good, .bad)")).to_be_visible()
    after = page.locator("#next-hand").bounding_box()
    assert before
    assert ready
    assert after
    assert before["y"] == pytest.approx(ready["y"], abs=0.5)
    assert before["y"] == pytest.approx(after["y"], abs=0.5)


def test_a_foul_leaves_the_button_where_it_is(watched: Watched) -> None:
    dealt = {"hands": [ASIA.hand.split()], "kinds": ["nothing"]}
    page = watched.page
    page.goto("/healthz")
    page.route("**/practice", lambda route: route.fulfill(json=dealt))
    page.goto("/asia#train")
    expect(page.locator(".tray .slot")).to_have_count(7)
    before = page.locator("#check").bounding_box()
    for card in ("As", "Kd", "Qh"):  # two fouls, whose words take two lines
        page.click(f".tray [data-card='{card}']")
    page.click("#check")
    expect(page.locator(".said .prompt.bad")).to_contain_text("The best setting:")
    after = page.locator("#next-hand").bounding_box()
    assert before
    assert after
    assert before["y"] == pytest.approx(after["y"], abs=0.5)


@both
def test_the_cards_of_the_trainer_fill_a_wide_screen(watched: Watched, case: Case) -> None:
    page = watched.page
    page.set_viewport_size({"width": 1920, "height": 1080})
    watched.open(f"/{case.name}#train")
    expect(page.locator(".tray .slot")).to_have_count(7)
    assert min(heights(page, ".felt .card")) > 1.4 * 150
    check = page.locator("#check").bounding_box()
    assert check
    assert check["y"] + check["height"] < 1080
    covered = page.evaluate(
        """() => [...document.querySelectorAll(".tray .slot")].some((slot) => {
          const key = slot.querySelector("kbd").getBoundingClientRect();
          return [...slot.querySelectorAll("path, ellipse")].some((shape) => {
            const suit = shape.getBoundingClientRect();
            return key.left < suit.right && key.right > suit.left && key.top < suit.bottom;
          });
        })"""
    )
    assert not covered


@both
def test_the_trainer_fits_a_phone_in_both_ways(narrow: Watched, case: Case) -> None:
    page = narrow.open(f"/{case.name}#train")
    expect(page.locator(".tray .slot")).to_have_count(7)
    boxes = [slot.bounding_box() for slot in page.locator(".tray .slot").all()]
    rows = [round(box["y"]) for box in boxes if box]
    assert [rows.count(row) for row in sorted({*rows})] == [4, 3]
    assert min(box["width"] for box in boxes if box) > 70
    bar = page.locator(".actions").bounding_box()
    assert bar
    assert max(box["y"] + box["height"] for box in boxes if box) < bar["y"]
    game, mode = (page.locator(f"#{name} .tabs").bounding_box() for name in ("game", "mode"))
    assert game
    assert mode
    assert game["y"] == mode["y"]
    page.set_viewport_size({"width": 844, "height": 390})
    bar = page.locator(".actions").bounding_box()
    assert bar
    assert bar["y"] + bar["height"] == pytest.approx(390, abs=1)
    assert narrow.fits()


OUTSIDE = """() => {
  const panels = [...document.querySelectorAll("#lines .panel, #table .panel")];
  return panels.flatMap((panel) => {
    const { paddingRight } = getComputedStyle(panel);
    const right = panel.getBoundingClientRect().right - parseFloat(paddingRight) - .5;
    return [...panel.querySelectorAll("*")].filter((one) => one.checkVisibility())
      .filter((one) => one.getBoundingClientRect().right > right).map((one) => one.className);
  });
}"""
COLLIDING = """() => {
  const textOf = (cell) => {
    const range = document.createRange();
    range.selectNodeContents(cell);
    return range.getBoundingClientRect();
  };
  const apart = (one, other) => one.right < other.left + .5 || other.right < one.left + .5 ||
    one.bottom < other.top + .5 || other.bottom < one.top + .5;
  return [...document.querySelectorAll("#table tr, #lines .line")].filter((row) => {
    const boxes = [...row.children].map(textOf).filter(({ width }) => width);
    return boxes.some((one, at) => boxes.slice(at + 1).some((other) => !apart(one, other)));
  }).map((row) => row.textContent);
}"""


@pytest.mark.parametrize("width", [320, 382, 390, 403])
def test_all_of_a_setting_is_inside_its_panel_on_every_phone(narrow: Watched, width: int) -> None:
    links = [PAIGOW.link("As Ad Ks Kd Qh Jh 9c", "&set=AsAdKsKd9c-QhJh"), ASIA.link(ASIA.hand)]
    for link in (*links, PAIGOW.link(PAIGOW.differs)):
        page = narrow.open(link)
        page.tap("#table summary")
        expect(page.locator("#table tbody tr").first).to_be_visible()
        page.set_viewport_size({"width": width, "height": 844})
        assert page.evaluate(OUTSIDE) == []
        assert page.evaluate(COLLIDING) == []


def test_the_hands_of_a_trainer_are_equally_high_on_a_small_phone(narrow: Watched) -> None:
    page = narrow.open("/asia#train")
    expect(page.locator(".tray .slot")).to_have_count(7)
    page.set_viewport_size({"width": 320, "height": 640})
    tops = page.locator(".felt .line .fan").evaluate_all(
        "all => all.map((one) => one.getBoundingClientRect().top)"
    )
    assert len({*tops}) == 1


def test_a_hand_is_short_on_a_phone(narrow: Watched) -> None:
    page = narrow.open("/paigow")
    expect(page.locator("#house .legend")).to_be_visible()
    assert page.evaluate("document.documentElement.scrollHeight") <= 1880


def test_the_hands_of_a_setting_are_named_on_a_phone(narrow: Watched) -> None:
    page = narrow.open(PAIGOW.link(PAIGOW.differs))
    expect(page.locator("#house .parts")).to_contain_text("three queens, seven two")
    expect(page.locator("#house .parts")).to_be_visible()
    expect(page.locator("#house .order")).to_have_text("Outlined: elsewhere in the best setting.")
    expect(page.locator("#best .order")).to_have_count(0)  # nothing differs


def test_controls_of_a_middle_width_stand_in_one_line(watched: Watched) -> None:
    page = watched.page
    page.set_viewport_size({"width": 820, "height": 1180})
    watched.open("/paigow")
    for row in (".typed button", ".heads > *"):
        boxes = [one.bounding_box() for one in page.locator(row).all()]
        middles = [box["y"] + box["height"] / 2 for box in boxes if box]
        assert max(middles) - min(middles) < 8, row


def is_deal(request: Request) -> bool:
    return request.url.endswith("/practice")


def test_an_outstanding_deal_is_dropped(watched: Watched) -> None:
    held: list[Route] = []
    page = watched.open(ASIA.link(ASIA.hand))
    page.route("**/practice", lambda route: held.append(route))  # noqa: PLW0108 (Playwright wants a function)
    with page.expect_request(is_deal):
        page.click("[data-choice=train]")
    with page.expect_event("requestfailed", is_deal):
        page.click("[data-choice=analyse]")
    expect(page.locator("#text")).to_have_value(ASIA.hand)
    with page.expect_request(is_deal):
        page.click("[data-choice=train]")
    with page.expect_request(is_deal) as deal:
        choose(page, rules=ASIA.rules)
    assert (deal.value.post_data_json or {})["rules"] == ASIA.rules
    held[-1].continue_()
    expect(page.locator(".tray .slot")).to_have_count(7)


@both
def test_the_trainer_deals_hands_of_a_kind(watched: Watched, case: Case) -> None:
    page = watched.open(f"/{case.name}")
    page.click("[data-choice=train]")
    page.select_option("#kind", "joker")
    expect(page.locator(".tray [data-card=Jk]")).to_be_visible()
    with page.expect_response(answer_to_close_calls) as answer:
        page.select_option("#kind", "close calls")
    for card in answer.value.json()["hands"][0]:
        expect(page.locator(f".tray [data-card='{card}']")).to_be_visible()
    page.click("[data-choice=analyse]")
    expect(page.locator("#best .card")).to_have_count(7)


def lightness(page: Page) -> float:
    """Return the mean of the colours of the card's panel, from 0 to 1."""
    colour = page.eval_on_selector("#card", "one => getComputedStyle(one).backgroundColor")
    parts = [int(part) for part in re.findall(r"\d+", colour)[:3]]
    return sum(parts) / 3 / 255


@both
def test_a_card_waits_to_be_printed_until_it_is_there(watched: Watched, case: Case) -> None:
    held: list[Route] = []
    page = watched.open(case.link(case.hand))
    page.click("#card summary")
    expect(page.locator("#print")).to_be_enabled()
    page.route("**/card?*", lambda route: held.append(route))  # noqa: PLW0108 (Playwright wants a function)
    page.click("#card [data-choice=points]")
    expect(page.locator("#print")).to_be_disabled()
    page.unroute_all()
    expect(page.locator("#print")).to_be_enabled()


def test_the_joker_of_a_narrow_deck_fits_its_button(narrow: Watched) -> None:
    page = narrow.open("/paigow")
    page.tap("#pick")
    joker = page.locator(".pick.suit-joker")
    words = joker.locator("span").bounding_box()
    button = joker.bounding_box()
    assert words
    assert button
    assert words["width"] < button["width"]


@both
def test_a_card_prints_on_one_page_with_its_house_edge(watched: Watched, case: Case) -> None:
    page = watched.open(case.link(case.hand, f"&rules=casino&dealer={case.dealer}"))
    page.click("#card summary")
    dealer = next(way for way in case.room.Rules.ways.listed if way.name == case.dealer)
    edges = dealer.to_dict()["house_edges"]["casino"]
    full = "card" if case is PAIGOW else "standard"
    for name in ("short", full, "points"):
        page.click(f"#card [data-choice={name}]")
        way = case.room.Game().card(name)
        rows = page.locator("#card tbody tr")
        expect(page.locator("#card .answered")).to_have_attribute("aria-busy", "false")
        expect(rows).to_have_count(len(way.rules) or sum(map(len, way.points.values())))
        if way.points:
            assert [row.locator("td").all_text_contents() for row in rows.all()] == [
                [case.titles[step["hand"]], step["at_least"], str(step["points"])]
                for step in way.to_dict()["points"]
            ]
        else:
            for row, rule in zip(rows.all(), way.rules, strict=True):
                for part in rule.name.split(" / "):
                    expect(row).to_contain_text(part)
                cost = row.locator("td").last
                if case is ASIA and rule.cost_ev is not None:  # made for this dealer
                    matters = rule.cost_ev >= 0.00005
                    text = f"{100 * rule.cost_ev:.2f} %" if matters else "<0.01 %"
                    expect(cost).to_have_text(text)
        said = page.locator("#card-edge")
        expect(said).to_contain_text(f"the house edge is {100 * edges[name]:.2f} %")
        if min(edges.values()) < edges[name]:
            best = f"({100 * min(edges.values()):.2f} % by the best known way)"
            expect(said).to_contain_text(best)
    page.click(f"#card [data-choice={full}]")
    expect(page.locator("#card tbody tr")).to_have_count(len(case.room.Game().card(full).rules))
    costs = page.locator("#card th", has_text="cost if left out")
    expect(costs).to_have_count(1 if case is ASIA else 0)  # of the dealer that it was made for
    page.emulate_media(media="print", color_scheme="dark")
    page.evaluate("document.documentElement.dataset.theme = 'dark'")
    assert lightness(page) > 0.8  # of the paper
    page.emulate_media(media="null", color_scheme="light")
    page.evaluate("delete document.documentElement.dataset.theme")
    assert len(re.findall(rb"/Type /Page\b", page.pdf())) == 1
    page.click(f"[data-choice={'asia' if case is PAIGOW else 'paigow'}]")
    expect(page.locator("#card h2")).to_contain_text("Asia" if case is PAIGOW else "Pai gow")


def test_small_shares_and_minus_signs_are_written_in_one_style(watched: Watched) -> None:
    page = watched.open(PAIGOW.link(PAIGOW.differs))
    expect(page.locator("#best .legend")).to_contain_text("0.04 % losses")
    texts = page.evaluate(
        """async () => {
          const { percent } = await import("./static/lib/numbers.js");
          return [percent(0.0004, 1), percent(0, 1), percent(-0.459, 1), percent(0.99999, 1)];
        }"""
    )
    assert texts == ["0.04\xa0%", "0.0\xa0%", "−45.9\xa0%", "99.999\xa0%"]
