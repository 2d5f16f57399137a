"""Tools of many shapes and valid calls of them, drawn with a seeded random."""

from __future__ import annotations

from random import Random
from typing import Any

TEXT: dict[str, Any] = {"type": "string"}
WHOLE: dict[str, Any] = {"type": "integer"}
NUMBER: dict[str, Any] = {"type": "number"}
TRUTH: dict[str, Any] = {"type": "boolean"}


def obj(required: str, **properties: Any) -> dict[str, Any]:
    return {"type": "object", "properties": properties, "required": required.split()}


def listed(items: dict[str, Any]) -> dict[str, Any]:
    return {"type": "array", "items": items}


def one_of(*constants: str) -> dict[str, Any]:
    return {"type": "string", "enum": list(constants)}


EDIT = obj("oldText newText", oldText=TEXT, newText=TEXT)
TOOLS: dict[str, dict[str, Any]] = {
    "read": obj("path", path=TEXT, offset=NUMBER, limit=NUMBER),
    "write": obj("path content", path=TEXT, content=TEXT),
    "edit": obj("path edits", path=TEXT, edits=listed(EDIT)),
    "bash": obj("command", command=TEXT, timeout={**NUMBER, "description": "Timeout in seconds"}),
    "grep": obj(
        "pattern", pattern=TEXT, path=TEXT, glob=TEXT, ignoreCase=TRUTH, context=NUMBER, limit=NUMBER
    ),
    "book_hotel": obj(
        "city check_in_date number_of_guests",
        city=TEXT,
        check_in_date=TEXT,
        number_of_guests=WHOLE,
        room_type=one_of("single", "double", "king_suite"),
        breakfast_included=TRUTH,
        extras=listed(one_of("Late Checkout", "Sea View", "Parking")),
    ),
    "convert_units": obj(
        "value from_unit to_unit",
        value=NUMBER,
        from_unit=one_of("meters", "feet", "miles"),
        to_unit=one_of("meters", "feet", "miles"),
        precision=WHOLE,
    ),
    "create_ticket": obj(
        "title severity",
        title=TEXT,
        severity=one_of("low", "medium", "critical"),
        labels=listed(TEXT),
        assignee_id=WHOLE,
        due={"type": "string", "pattern": r"^\d{4}-\d{2}-\d{2}$"},
        notify=TRUTH,
    ),
    "update_todos": obj(
        "todos",
        todos=listed(
            obj("text status", text=TEXT, status=one_of("pending", "in_progress", "completed"), rank=WHOLE)
        ),
    ),
    "plot_histogram": obj("samples", samples=listed(NUMBER), bin_count=WHOLE, density=TRUTH, axis_label=TEXT),
    "ship_parcel": obj(
        "recipient address",
        recipient=TEXT,
        address=obj("street postal_code", street=TEXT, postal_code=TEXT, country_code=TEXT),
        weight_kg=NUMBER,
        insured=TRUTH,
    ),
    "query_rows": obj(
        "table columns", table=TEXT, columns=listed(TEXT), row_limit=WHOLE, order_by=TEXT, distinct=TRUTH
    ),
    "set_alarm": obj(
        "wakeupTime", wakeupTime=TEXT, repeatDays=listed(one_of("Mon", "Tue", "Wed")), volumeLevel=WHOLE
    ),
    "mortgage": obj(
        "principal annual_rate years",
        principal=NUMBER,
        annual_rate=NUMBER,
        years=WHOLE,
        compounding=one_of("monthly", "yearly"),
    ),
}
READS = frozenset({"read", "grep", "convert_units", "plot_histogram", "query_rows", "mortgage"})

WORDS = "amber birch cedar delta ember flint grove hazel inlet jolly".split()
TEXTS = (
    "    return x\n",
    "npm test",
    'say "hi"',
    "C:\\new\\table",
    "größe 5 €",
    "true",
    "null",
    "42",
    "a, b, c",
    "^x$",
    '{"a": [1]}',
    "[1, 2]",
    "multi\nline\ttext\n",
    "",
    "<b>bold</b>",
    "O'Brien",
    "1,000",
    "yes",
    "data",
    "None",
)


def value_of(schema: dict[str, Any], rng: Random, plain: bool) -> Any:
    """A value that `schema` takes; `plain` text is a word or two, else anything a file may hold."""
    if "enum" in schema:
        return rng.choice(schema["enum"])
    if schema.get("pattern"):
        return f"20{rng.randint(10, 30)}-0{rng.randint(1, 9)}-1{rng.randint(0, 9)}"
    kind = schema["type"]
    if kind == "string":
        if rng.random() < 0.1:
            return str(rng.randint(10, 99_999))
        return f"{rng.choice(WORDS)} {rng.choice(WORDS)}" if plain else rng.choice(TEXTS)
    if kind == "integer":
        return rng.randint(2, 5000)
    if kind == "number":
        return rng.choice([rng.randint(2, 5000), rng.randint(2, 500) + 0.5])
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "array":
        return [value_of(schema["items"], rng, plain) for _ in range(rng.randint(1, 3))]
    return call_of(schema, rng, plain)


def call_of(schema: dict[str, Any], rng: Random, plain: bool, all_of: bool = False) -> dict[str, Any]:
    """Arguments that `schema` takes: everything required, and some of the rest."""
    return {
        name: value_of(below, rng, plain)
        for name, below in schema["properties"].items()
        if name in schema["required"] or all_of or rng.random() < 0.5
    }
