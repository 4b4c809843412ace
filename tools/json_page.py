# ruff: noqa: E501
"""The site's page of JSON: every field of every answer and request, read from the declared types.

`tools/site.py` adds the page to the site. The sources are read, not imported: a field is an
annotation of a `TypedDict`, its meaning the string below it.
"""

import ast
import json
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "src" / "astragal"
EXAMPLES = ROOT / "build" / "api_examples.json"
"""What `tools/api_examples.py` writes."""
MODULES = {
    "poker": "Poker hands",
    "equity": "Equity and ranges",
    "postflop": "Hold'em after the flop",
    "setting": "Setting games: Asia Poker and pai gow poker",
    "asia": "Asia Poker only",
    "paigow": "Pai gow poker only",
    "ur": "Royal Game of Ur",
    "layout": "Layouts",
    "keys": "Keys",
    "_intervals": "Intervals",
    "web": "Answers of the web app only",
}
INTRODUCTION = """\
# JSON

| you want | here |
|---|---|
| the fields of a command's `--json` | the table of commands, then the type |
| the fields of an HTTP answer | the table of routes, then the type; also at `/docs` of the running app |
| the fields of an HTTP request | [requests](#requests) |
| a request and its answer | [examples](#examples) |

A result has one JSON form: `--json` prints it, the web app answers with it, and `to_dict()` returns it in Python.

- Every key is always present. A missing value is null.
- A key has one type, and a value without a unit is a count. Chances and shares are numbers from 0 to 1.
- Cards are lists of names: `["As", "Kd"]`. A packed word is text in hexadecimal, zero-padded: `"0x20077744"`.
- `error` is half the width of the 95 % interval of a sampled value, and null if every case was counted.
- Within a version 0.x, keys may be added. A key is renamed, removed or given another meaning only in a new minor version, and
  the [changelog](https://github.com/astragal/astragal/blob/main/CHANGELOG.md) lists each.
"""
SETTING_GAMES = ("asia", "paigow")
SETTING_COMMANDS = {
    "best": "RankingJson",
    "house": "HouseSettingJson",
    "explain": "ExplanationJson",
    "hint": "HintJson",
    "deal": "SettingShowdownJson",
    "drill": "DrillJson",
    "edge": "EdgeJson",
    "table": "BestTableJson",
    "matrix": "EdgeMatrixJson",
    "card": "SettingCardJson",
    "way show": "SettingCardJson",
    "way check": "WayCheckJson",
    "way costs": "RuleCostsJson",
}
COMMANDS = {
    "eval": "HandValueJson | LowValueJson",
    "made-hand": "MadeHandJson",
    "showdown": "PokerShowdownJson",
    "equity": "EquityReportJson",
    "range": "RangeJson | RangeMadeHandsJson | RangeTextJson",
    "preflop": "PreflopTableJson | PreflopRowJson | MatchUpJson | OmahaTableJson",
    "pushfold": "PushFoldJson",
    "postflop": "SolvedNodeJson | PostflopPlanJson",
    "postflop show": "SolvedNodeJson",
    "postflop certify": "CertificateJson",
    "postflop report": "BoardsJson",
    "layout list": "list[LayoutJson]",
    "layout show": "LayoutJson",
    "layout decode": "DecodedWordJson",
    "layout check": "LayoutCheckJson",
    "keys search": "KeySetJson | list[KeySetJson]",
    "keys verify": "VerdictJson",
    "keys show": "list[KeyHandsJson]",
    **{
        f"{game} {command}": answer
        for game in SETTING_GAMES
        for command, answer in SETTING_COMMANDS.items()
    },
    "asia insurance": "InsuranceJson",
    "paigow face-up": "EdgeJson",
    "paigow fortune": "FortuneJson",
    "ur show": "UrPositionJson",
    "ur moves": "UrMovesJson",
    "ur value": "UrEvaluationJson",
    "ur best": "UrRankedMovesJson",
    "ur perft": "UrPerftJson",
    "ur solve": "UrSolveJson | UrPlanJson",
    "ur info": "UrTableJson",
    "ur match": "UrMatchJson",
    "ur review": "UrReviewJson",
    "ur puzzles": "UrPuzzlesJson",
    "ur openings": "UrOpeningsJson",
    "ur card": "UrCardJson",
    "ur export": "UrExportJson",
    "ur compare": "RguComparisonJson",
    "plot preflop": "MatchUpsJson",
    "plot pushfold": "PushFoldJson",
    "plot ur-solve": "UrConvergenceJson",
}
"""The type of each command's JSON; for `plot`, of `numbers`, beside the name of the `file`."""
SIMPLE = {
    "int": "integer",
    "float": "number",
    "str": "text",
    "bool": "boolean",
    "None": "null",
    "Any": "any",
    "object": "any",
}


@dataclass
class Field:
    """A key, its readable type, and its meaning."""

    name: str
    type: str
    meaning: str


@dataclass
class JsonType:
    """A declared type: a TypedDict of an answer, or a model of a request."""

    name: str
    module: str
    meaning: str
    bases: list[str]
    fields: list[Field] = field(default_factory=list)


def type_text(node: ast.expr) -> str:
    """Return a readable type.

    >>> type_text(ast.parse("list[str] | None").body[0].value)
    'list of text, or null'
    """
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return f"{type_text(left)}, or {type_text(right)}"
        case ast.Subscript(value=ast.Name("list"), slice=inner):
            return f"list of {type_text(inner)}"
        case ast.Subscript(value=ast.Name("dict" | "Mapping"), slice=ast.Tuple(elts=[_, inner])):
            return f"object of {type_text(inner)}"
        case ast.Subscript(value=ast.Name("tuple"), slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return f"list of {', '.join(map(type_text, parts))}"
        case ast.Subscript(value=ast.Name("Literal"), slice=inner):
            parts = inner.elts if isinstance(inner, ast.Tuple) else [inner]
            return " or ".join(f"`{ast.unparse(part)}`".replace("'", '"') for part in parts)
        case ast.Subscript(value=ast.Name("Annotated" | "NotRequired" | "Required"), slice=inner):
            return type_text(inner.elts[0] if isinstance(inner, ast.Tuple) else inner)
        case ast.Constant(value=str(text)):
            return type_text(ast.parse(text, mode="eval").body)
        case ast.Constant(value=None):
            return "null"
    name = ast.unparse(node)
    if name in SIMPLE:
        return SIMPLE[name]
    return f"[{name}](#{name.lower()})" if name.endswith("Json") else name


def read_fields(node: ast.ClassDef) -> Iterator[Field]:
    """Yield the annotated fields of a class, with the string below each."""
    for place, statement in enumerate(node.body):
        if not isinstance(statement, ast.AnnAssign) or not isinstance(statement.target, ast.Name):
            continue
        below = node.body[place + 1] if place + 1 < len(node.body) else None
        meaning = ""
        match below:
            case ast.Expr(value=ast.Constant(value=str(text))):
                meaning = " ".join(text.split())
        yield Field(statement.target.id, type_text(statement.annotation), meaning)


def json_types() -> dict[str, JsonType]:
    """Return all declared types of answers, by name."""
    types: dict[str, JsonType] = {}
    for path in sorted(PACKAGE.rglob("*.py")):
        module = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        for shown in types_of(ast.parse(path.read_text(encoding="utf-8")), module):
            if shown.name in types:
                raise SystemExit(f"{path}: there are two types {shown.name}")
            types[shown.name] = shown
    return types


def types_of(tree: ast.Module, module: str) -> Iterator[JsonType]:
    """Yield the types of a module: classes, and calls for types with a reserved word as a key."""
    for place, node in enumerate(tree.body):
        if isinstance(node, ast.ClassDef) and node.name.endswith("Json"):
            bases = [ast.unparse(base) for base in node.bases]
            meaning = " ".join((ast.get_docstring(node) or "").split())
            yield JsonType(node.name, module, meaning, bases, [*read_fields(node)])
        match node:
            case ast.Assign(
                targets=[ast.Name(name)],
                value=ast.Call(func=ast.Name("TypedDict"), args=[_, ast.Dict(keys, values)]),
            ):
                below = tree.body[place + 1]
                assert isinstance(below, ast.Expr), f"{name} needs a string below it"
                assert isinstance(below.value, ast.Constant), f"{name} needs a string below it"
                meaning = " ".join(str(below.value.value).split())
                pairs = zip(keys, values, strict=True)
                fields = [
                    Field(ast.literal_eval(key), type_text(value), "")
                    for key, value in pairs
                    if key is not None
                ]
                yield JsonType(name, module, meaning, ["TypedDict"], fields)


def router_prefixes(tree: ast.Module) -> list[str]:
    """Return the prefixes of the routers of a module; none without a router."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and ast.unparse(node.func) == "APIRouter":
            for keyword in node.keywords:
                match keyword:
                    case ast.keyword(arg="prefix", value=ast.Constant(value=str(prefix))):
                        return [prefix]
                    case ast.keyword(arg="prefix", value=ast.JoinedStr()):
                        return [f"/api/{game}" for game in SETTING_GAMES]
    return []


def routes() -> Iterator[tuple[str, str, str, str]]:
    """Yield the method, path, purpose and response type of each route of the web app."""
    for path in sorted((PACKAGE / "web").glob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        for prefix in router_prefixes(tree):
            for method, place, purpose, answer in endpoints(tree):
                yield method, f"{prefix}{place}", purpose, answer


def endpoints(tree: ast.Module) -> Iterator[tuple[str, str, str, str]]:
    """Yield the method, place, purpose and response type of each endpoint of a router."""
    for node in ast.walk(tree):
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            continue
        for decorator in node.decorator_list:
            match decorator:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name("router"), attr=method),
                    args=[ast.Constant(value=str(place)), *_],
                ):
                    model = next(
                        (one.value for one in decorator.keywords if one.arg == "response_model"),
                        node.returns,
                    )
                    answer = type_text(model) if model is not None else ""
                    purpose = " ".join((ast.get_docstring(node) or "").split())
                    yield method.upper(), place, purpose, answer


def requests() -> Iterator[JsonType]:
    """Yield the bodies of requests."""
    tree = ast.parse((PACKAGE / "web" / "schemas.py").read_text(encoding="utf-8"))
    for node in tree.body:
        match node:
            case ast.AnnAssign(target=ast.Name(name), value=ast.expr() as value):
                SIMPLE.setdefault(name, type_text(value))  # the alias of a type
        if isinstance(node, ast.ClassDef) and node.name not in ("OneOf", "Request", "Problem"):
            bases = [ast.unparse(base) for base in node.bases]
            meaning = " ".join((ast.get_docstring(node) or "").split())
            yield JsonType(node.name, "web", meaning, bases, [*read_fields(node)])


def type_section(shown: JsonType) -> Iterator[str]:
    """Yield the lines of the section of a type."""
    yield f"### {shown.name}\n"
    yield f"{shown.meaning}\n"
    known = [
        f"[{base}](#{base.lower()})" for base in shown.bases if base not in ("TypedDict", "Request")
    ]
    if known:
        yield f"All fields of {' and '.join(known)}{', and:' if shown.fields else '.'}\n"
    if shown.fields:
        yield "| key | type | meaning |\n|---|---|---|"
        for key in shown.fields:
            yield f"| `{key.name}` | {key.type} | {key.meaning.replace('|', chr(92) + '|')} |"
        yield ""


def page() -> str:
    """Return the whole page."""
    lines = [INTRODUCTION, "## Commands\n", "| command | `--json` |\n|---|---|"]
    for command, answer in COMMANDS.items():
        text = type_text(ast.parse(answer, mode="eval").body)
        if command.startswith("plot "):
            text = f"`file`, the picture, and `numbers`: {text}"
        lines.append(f"| `astragal {command}` | {text} |")
    lines += ["\n## Routes\n", "| route | answer | purpose |\n|---|---|---|"]
    lines += [
        f"| `{method} {path}` | {answer} | {purpose} |"
        for method, path, purpose, answer in routes()
    ]
    types = json_types()
    for module, title in MODULES.items():
        shown = [one for one in types.values() if one.module == module]
        if shown:
            lines.append(f"\n## {title}\n")
            lines += [line for one in shown for line in type_section(one)]
    if others := [one.name for one in types.values() if one.module not in MODULES]:
        raise SystemExit(f"no section for {', '.join(others)}")
    lines.append("\n## Requests\n")
    lines += [line for one in requests() for line in type_section(one)]
    lines += example_sections()
    return "\n".join(lines).rstrip() + "\n"


def example_sections() -> Iterator[str]:
    """Yield the lines of the example of each route."""
    yield "\n## Examples\n"
    for route, example in json.loads(EXAMPLES.read_text(encoding="utf-8")).items():
        yield f"### {route}\n"
        asked = example["body"] or example["query"]
        for value in [asked, example["answer"]] if asked else [example["answer"]]:
            yield f"```json\n{json.dumps(value, indent=1, ensure_ascii=False)}\n```\n"
