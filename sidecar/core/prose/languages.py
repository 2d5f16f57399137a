"""Leads in the other languages that models write most: the first person now, with a verb of work.

A row is what a sentence must not hold (a denial, a condition, an example, a question) and what it must be.
"""

from __future__ import annotations

import re

_ROWS = (
    (  # Chinese: "测试通过了，现在我来更新文档。"
        r"如果|要是|一旦|例|吗|[你您](?:想|说|同意|确认|可以|看)|(?<![然最之以])后(?:再|我|，|,|让)|必要时|[？?]",
        r"(?:[^。！]{1,60}[，,、：:—])?(?:(?:那么?|好的?|首先|现在|接下来|下一步|然后|下面|最后|所以|因此|先|再|并)[，,]?)*"
        r"(?:让我们?|我来|我们?(?:会|将|需要|要|先|现在|再|可以|得)|现在|接下来|下一步|首先|开始|正在|继续|先|再)"
        r"(?:我们?|帮[您你]|为[您你]|现在|先|再|来|去|首先|继续|一下|开始|需要|要|会|使?[用对把将][^，。]{1,16}?)*"
        r"(?:查|看|读|阅|检|运行|执行|修|改|更新|创建|添加|搜|分析|了解|构建|编译|测试|写|打开|列|删|安装|确认|验证|实现|重"
        r"|获取|处理|浏览|调用|尝试|启动|找|定位)[^。！]*[。：:！…]*",
    ),
    (  # Japanese: "まずファイルを確認します。"
        r"例|もし|たら|後に|てから|次第|[？?]|ません",
        r"[^。]{0,80}(?:確認|実行|検索|修正|作成|ビルド|更新|チェック|読み込み|テスト|追加|調査|見て|読み|調べ)"
        r"を?(?:し|み)?(?:ます|ましょう|ていきます)[。：:]*",
    ),
    (  # German: "Ich lese jetzt die Datei."
        r"\b(?:nicht|nie|kein\w*|wenn|falls|sobald|würde|nach der|beispiel\w*)\b|\?",
        r"(?:.{0,80}[,;–—] )?(?:ich (?:will|muss|\w+e)(?: mir)? (?:jetzt|nun|zuerst|zunächst|als nächstes) "
        r"|(?:jetzt|nun|zuerst|zunächst|als nächstes) \w+e ich |lass mich |ich schaue |ich sehe mir ).*",
    ),
    (  # French: "Je vais lire le fichier."
        r"\b(?:ne|pas|jamais|si|quand|exemple|après|en cas|montrer|expliquer|vous)\b|n['’]|\?",
        r"(?:.{0,80}[,;–—] )?(?:(?:d['’]abord|maintenant|ensuite),? )?je (?:vais (?:d['’]abord )?(?:"
        r"\w+er|lire|mettre|voir|ouvrir)|lis|lance|vérifie|compile|cherche|regarde|ouvre|corrige|teste)\b.*",
    ),
    (  # Spanish, Portuguese, Italian: "Voy a revisar el archivo."
        r"\b(?:no|não|non|nunca|si|se|cuando|quando|después|depois|dopo|en caso|em caso|ejemplo|exemplo"
        r"|esempio|mostrar\w*|explicar\w*)\b|[?¿]",
        r"(?:.{0,80}[,;–—] )?(?:(?:primero|ahora|agora|primeiro|ora),? )?(?:(?:voy a|vou|déjame) \w+[aei]r"
        r"|compilo|reviso|leo|ejecuto|verifico|leggo|eseguo|controllo)\b.*",
    ),
    (  # Russian: "Сейчас посмотрю файл."
        r"\b(?:не|если|когда|после|пример\w*)\b|\?",
        r"(?:.{0,80}[,;–—] )?(?:(?:хорошо|сейчас|теперь|сначала|далее|я)[,.]? ){0,4}(?:"
        r"запускаю|запущу|читаю|прочитаю|проверяю|проверю|проверим|посмотрю|посмотрим|смотрю|ищу|найду|исправляю"
        r"|исправлю|обновляю|обновлю|создаю|создам|собираю|открываю|открою)\b.*",
    ),
    (r"\Z.", r"(?:хорошо|好的?|明白了|收到|d['’]accord|vale|alles klar|gut)[.!。！]"),  # "Good."
)
_LEADS = tuple((re.compile(never, re.I), re.compile(lead, re.I)) for never, lead in _ROWS)


def is_lead(sentence: str) -> bool:
    """Whether `sentence` says in one of these languages what the model does now."""
    return any(lead.fullmatch(sentence) and not never.search(sentence) for never, lead in _LEADS)
