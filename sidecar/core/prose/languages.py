"""The phrases of `lexicon` in German, French, Spanish, Portuguese, Italian, Russian, Chinese and Japanese."""

from __future__ import annotations

import re
from re import Pattern


def _words(*phrases: str) -> str:
    return rf"\b(?:{'|'.join(phrases)})"


def _any(*patterns: str) -> Pattern[str]:
    return re.compile("|".join(patterns), re.IGNORECASE)


_SAID = r"\s*(?:folgendes|esto|ceci|isto|questo)?\s*[:：]\s*\Z"

NEGATED = _any(
    _words(
        r"(?:nicht|niemals|nie|keinesfalls|auf keinen fall)\s+(?:\w+\s+){0,3}?(?:aus(?:ge)?führ|auf(?:ge)?ruf"
        r"|(?:ge)?start|(?:ge)?send|tun\b|(?:ge)?mach|verwend|(?:be)?nutz)",
        r"(?:führ|ruf|start|send|verwend|nutz|mach|tu)e?n?\s+(?:\w+\s+){0,3}?(?:nicht|niemals|nie)\b",
    ),
    _words(
        r"n(?:e\s+|['’])(?:\w+\s+)?(?:exécut|lanc|appel|envoy|utilis|fai|faut|doi|invoqu|suiv)\w*\s+"
        r"(?:\w+\s+){0,2}?(?:pas|jamais)"
    ),
    _words(
        r"(?:no|nunca|jamás)\s+(?:\w+\s+){0,3}?(?:ejecut|corras|correr|llames|llamar|uses\b|usar|env[ií]es"
        r"|enviar|lances|lanzar|hagas|hacer|invo[cq])"
    ),
    _words(
        r"(?:não|nunca|jamais)\s+(?:\w+\s+){0,3}?(?:execut|chame|chamar|use\b|usar|envi|faça"
        r"|fazer|rode|rodar)"
    ),
    _words(r"(?:non|mai)\s+(?:\w+\s+){0,3}?(?:esegu|chiam|usar|usa\b|invi|lanci|far)"),
    _words(
        r"(?:не|никогда)\s+(?:\w+\s+){0,3}?(?:запуск|запуст|выполн|вызыва|вызов|отправл"
        r"|использ|дела)"
    ),
    r"(?:不要|请勿|切勿|勿|别|不会|不能|不应|不可|绝不|禁止|不得|没有)[^。！？\n]{0,8}(?:运行|执行|调用|发送|使用|输入|照做)",
    r"(?:実行|送信|呼び出|使用|起動)[^。\n]{0,6}(?:ないで|てはいけ|てはなら|ません|なかった)",
)

EXAMPLE = _any(
    _words(
        r"zum beispiel\b", r"z\.\s?b\.", r"beispielsweise", r"(?:ein|als) beispiel\b",
        r"beispiel(?:aufruf)?\s*:",
        r"(?:format|syntax) (?:ist|lautet|wäre)", r"(?:sieht|sähe) (?:so|wie folgt) aus", r"wie folgt",
    ),
    _words(
        r"par exemple", r"p\. ?ex\.", r"un exemple", r"exemple\s*:",
        r"(?:le format|la syntaxe) (?:est|serait)",
        r"comme (?:ceci|suit|ça)",
    ),
    _words(
        r"por ejemplo", r"un ejemplo", r"ejemplo\s*:", r"(?:el formato|la sintaxis) (?:es|sería)",
        r"como (?:esto|sigue)\b",
        r"por exemplo", r"um exemplo", r"exemplo\s*:", r"o formato (?:é|seria)",
        r"ad esempio", r"per esempio", r"un esempio", r"esempio\s*:", r"il formato (?:è|sarebbe)",
        r"например", r"пример\s*:", r"(?:формат|синтаксис)(?: такой)?\s*:",
    ),
    r"例如|比如|譬如|举例|示例|例子|样例|格式(?:如下|为|是)|如下所示|例えば|たとえば|例[：:]|以下の形式|サンプル",
)  # fmt: skip

ATTRIBUTED = _any(
    _words(
        r"(?:enthält|sagt|steht|lautet|schreibt|schrieb|zeigt|behauptet|verlangt|meldet|sagte|stand)",
        r"(?:dit|contient|affiche|indique|écrit|demande|montre|disait)",
        r"(?:dice|contiene|muestra|reza|escribió|pide|ordena|mostra|scrive|diz|contém|chiede)",
        r"(?:говорит|содержит|пишет|написано|гласит|просит)",
    )
    + _SAID,
    r"(?:写道|写着|包含|显示|内容(?:是|为)|要求|声称|说|書かれている|書いてある|と言っている)[:：]?\s*\Z",
)

HEDGED = _any(
    _words(
        r"(?:würde|könnte|vielleicht|möglicherweise|hätte|man kann)\b",
        r"(?:pourrai(?:s|t|ent)|peut-être|devrait|serait)\b",
        r"(?:podría[ns]?|quizás?|tal vez|debería|sería|poderia|talvez|seria|potrei|potrebbe|forse|sarebbe)\b",
        r"(?:можно|мог(?:ла|ли)? бы|возможно|может быть)\b",
    ),
    r"可能|也许|或许|可以这样|假如|かもしれ|たぶん",
)

AFTERTHOUGHT = _any(
    _words(
        r"nur ein beispiel", r"nicht (?:\w+ )?(?:ausgeführt|ausführen|aufgerufen)", r"qu['’]un exemple",
        r"pas (?:été )?(?:exécuté|lancé)", r"(?:sólo|solo) (?:es )?un ejemplo",
        r"no (?:lo|la|se) (?:he )?ejecut",
        r"apenas um exemplo", r"solo un esempio", r"только пример",
        r"не (?:запускал|выполнял|запускай|выполняй)",
    ),
    r"只是(?:一个)?(?:示例|例子)|没有(?:运行|执行)|不要(?:运行|执行)|以上(?:是|为)|実行していません|実行しないで|一例です",
)  # fmt: skip
