# ruff: noqa: E501
"""Write docs/ur-words.md and its pictures: the words of a card, with an example of each.

`python tools/ur_words_page.py` writes them again; a test compares them with the words.
"""

from pathlib import Path

from astragal import ur

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "ur-words.md"
PICTURES = ROOT / "docs" / "pictures" / "ur-words"
INTRODUCTION = """\
# The words of a card for Ur

| you want | type | in Python |
|---|---|---|
| all words | `astragal ur words` | `print(ur.card_words())` |
| one word, with its two examples | `astragal ur words captures` | `print(ur.find_card_word("captures"))` |
| its picture | `astragal ur words captures --as svg` | `ur.find_card_word("captures").draw()` |
| all examples as data | `astragal ur words --json` | `ur.card_words().to_dict()` |

A line of a [card to play by](ur.md#a-card-to-play-by) is some of these words, separated by commas. Each picture shows a move that meets the word on the left, and a
move that does not on the right, by Finkel's rules. White is A, whose path enters at A4, goes left to A1, along the middle row, and back from A8 to A7.
"""
SECTIONS = {
    "fact": """\
## Words about the move

`not` before such a word denies it: `not exposed`. A piece is exposed if the opponent can capture it with one roll. Throws count: of the 16 throws of four dice, six
show a 2, four a 1 or a 3, one a 4.
""",
    "place": """\
## Places

`from` and `to` go with every place, but `from home` and `to hand`. The squares of the place are yellow. On the long path of Blitz and Masters, C7 is the `third rosette`.
""",
    "condition": """\
## Conditions

A condition is about the centre rosette before the move. It holds for all moves of a turn, or for none.
""",
}


def file_name(word: str) -> str:
    """Return the name of a word's picture."""
    return f"{word.replace(' ', '-')}.svg"


def page() -> str:
    """Return the page."""
    parts = [INTRODUCTION]
    for kind, introduction in SECTIONS.items():
        parts.append(introduction)
        for word in ur.card_words().words:
            if word.kind == kind:
                alt = str(word).split("\n", 1)[1].replace("\n", " ")
                picture = f"pictures/{PICTURES.name}/{file_name(word.word)}"
                parts.append(f"### {word.word}\n\n{word.meaning}\n\n![{alt}]({picture})\n")
    return "\n".join(parts)


def pictures() -> dict[str, str]:
    """Return the pictures by the names of their files."""
    return {file_name(word.word): word.draw() for word in ur.card_words().words}


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
    PICTURES.mkdir(exist_ok=True)
    for stale in PICTURES.glob("*.svg"):
        stale.unlink()
    for name, picture in pictures().items():
        PICTURES.joinpath(name).write_text(picture, encoding="utf-8")
