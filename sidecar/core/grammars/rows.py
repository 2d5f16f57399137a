"""The formats that differ in their tokens only. A new model of this kind is a row here and its cases.

`scripts/template` prints the row of a chat template.
"""

from __future__ import annotations

from .scan.row import Body, Row

ROWS: tuple[Row, ...] = (
    Row(
        name="granite",
        about=(
            '`<|tool_call|>[{"name": N, "arguments": A}]` without a closer (Granite 3) or with '
            "one (Phi-4-mini), `<function_call> {…}` (Granite 20B)."
        ),
        body=Body.JSON,
        opener=("<|tool_call|>", "<function_call>"),
        closer=("<|/tool_call|>", "<|end_of_text|>", "</function_call>"),
    ),
    Row(
        name="tool-calls-json",
        about=(
            "`<tool_calls>` around JSON: a list (Jamba, Hunyuan A13B, Apriel) or one object a "
            "line (MiniMax M1)."
        ),
        body=Body.JSON,
        opener=("助手：<tool_calls>", "<tool_calls>"),
        closer=("</tool_calls>",),
    ),
    Row(
        name="olmo3",
        about=(
            '`<function_calls>N(k="v")⏎M()</function_calls>`: OLMo 3. Python literals, and '
            "JSON's true, false, null."
        ),
        body=Body.PYTHON,
        opener=("<function_calls>",),
        closer=("</function_calls>",),
    ),
    Row(
        name="nemotron",
        about=('`<TOOLCALL>[{"name": N, "arguments": A}]</TOOLCALL>`: Nemotron Nano v2, Super 49B v1.5.'),
        body=Body.JSON,
        opener=("<TOOLCALL>", "<toolcall>"),
        closer=("</TOOLCALL>", "</toolcall>"),
    ),
    Row(
        name="longcat",
        about=(
            '`<longcat_tool_call>{"name": N, "arguments": A}</longcat_tool_call>`: LongCat '
            "Flash; or N and "
            "`<longcat_arg_key>K</longcat_arg_key><longcat_arg_value>V</longcat_arg_value>`."
        ),
        body=Body.VALUES,
        opener=("<longcat_tool_call>",),
        key=("<longcat_arg_key>",),
        value=("</longcat_arg_key> <longcat_arg_value>",),
        value_end=("</longcat_arg_value>",),
        closer=("</longcat_tool_call>",),
    ),
    Row(
        name="hy3",
        about=(
            "`<tool_call:opensource>N<tool_sep:opensource><arg_key:opensource>K</arg_key:opensource>"
            "<arg_value:opensource>V</arg_value:opensource>…`: Hunyuan Hy3 and Hy4, whose tags have a suffix."
        ),
        body=Body.VALUES,
        opener=("<tool_call:opensource>",),
        after_name=("<tool_sep:opensource>",),
        key=("<arg_key:opensource>",),
        value=("</arg_key:opensource> <arg_value:opensource>",),
        value_end=("</arg_value:opensource>",),
        closer=("</tool_call:opensource>",),
        wrapper=("<tool_calls:opensource>",),
        wrapper_end=("</tool_calls:opensource>",),
    ),
    Row(
        name="iquest",
        about=(
            "`<iquestcoder_tool_call>N<arg_key>K</arg_key><arg_value>V</arg_value></iquestcoder_tool_call>`: "
            "IQuest Coder."
        ),
        body=Body.VALUES,
        opener=("<iquestcoder_tool_call>",),
        key=("<arg_key>",),
        value=("</arg_key> <arg_value>",),
        value_end=("</arg_value>",),
        closer=("</iquestcoder_tool_call>",),
    ),
    Row(
        name="k2-horizon",
        about=(
            "`<ifm|tool_call>N⏎<ifm|arg_key>K</ifm|arg_key>⏎<ifm|arg_value>V</ifm|arg_value>⏎"
            "</ifm|tool_call>`: K2 Horizon."
        ),
        body=Body.VALUES,
        opener=("<ifm|tool_call>",),
        key=("<ifm|arg_key>",),
        value=("</ifm|arg_key> <ifm|arg_value>",),
        value_end=("</ifm|arg_value>",),
        closer=("</ifm|tool_call>",),
        wrapper=("<ifm|tool_calls>",),
        wrapper_end=("</ifm|tool_calls>",),
    ),
    Row(
        name="solar-open2",
        about=(
            "`<|tool_call:start|>N⏎<|tool_arg:start|>K<|tool_arg:value|>V<|tool_arg:end|>⏎"
            "<|tool_call:end|>`: Solar Open 2."
        ),
        body=Body.VALUES,
        opener=("<|tool_call:start|>",),
        key=("<|tool_arg:start|>",),
        value=("<|tool_arg:value|>",),
        value_end=("<|tool_arg:end|>",),
        closer=("<|tool_call:end|>",),
    ),
    Row(
        name="solar-open",
        about=("`<|tool_call:begin|>id<|tool_call:name|>N<|tool_call:args|>A<|tool_call:end|>`: Solar Open."),
        body=Body.ARGUMENTS,
        opener=("<|tool_call:begin|>",),
        before_name=("<|tool_call:name|>",),
        after_name=("<|tool_call:args|>",),
        closer=("<|tool_call:end|>",),
        wrapper=("<|begin|>assistant <|tool_calls|>", "<|tool_calls|>"),
        wrapper_end=("<|calls|>",),
        frame=r"(?:<\|begin\|>assistant\s{0,8})?<\|content\|>|<\|think\|>|<\|end\|>|<\|flush\|>",
    ),
    Row(
        name="functionary-v2",
        about="`<|recipient|>N⏎<|content|>A`: Functionary v2.2; text has the recipient `all`.",
        body=Body.ARGUMENTS,
        opener=("<|from|>assistant <|recipient|>", "<|recipient|>"),
        after_name=("<|content|>",),
        closer=("<|stop|>",),
        prompted=True,
        frame=r"(?:(?:<\|from\|>assistant\s{0,8})?<\|recipient\|>|\A\s{0,8})all\s{0,8}<\|content\|>|<\|stop\|>",
    ),
    Row(
        name="plamo3",
        about=(
            "`<|plamo:begin_tool_name:plamo|>N<|plamo:end_tool_name:plamo|>"
            "<|plamo:begin_tool_arguments:plamo|>A…`: PLaMo 3."
        ),
        body=Body.ARGUMENTS,
        opener=(
            "<|plamo:begin_tool_request:plamo|> <|plamo:begin_tool_name:plamo|>",
            "<|plamo:begin_tool_name:plamo|>",
        ),
        after_name=(
            "<|plamo:end_tool_name:plamo|> <|plamo:begin_tool_arguments:plamo|>"
            " <|plamo:constrain|>json <|plamo:msg|>",
            "<|plamo:end_tool_name:plamo|> <|plamo:begin_tool_arguments:plamo|> <|plamo:msg|>",
            "<|plamo:end_tool_name:plamo|> <|plamo:begin_tool_arguments:plamo|>",
        ),
        closer=(
            "<|plamo:end_tool_arguments:plamo|> <|plamo:end_tool_request:plamo|>",
            "<|plamo:end_tool_arguments:plamo|>",
        ),
        wrapper=("<|plamo:begin_tool_requests:plamo|>",),
        wrapper_end=("<|plamo:end_tool_requests:plamo|>", "<|plamo:tag|>"),
    ),
    Row(
        name="inkling",
        about=(
            '`<|message_model|>N<|content_invoke_tool_json|>{"name": N, "args": A}<|end_message|>`: Inkling.'
        ),
        body=Body.JSON,
        opener=("<|content_invoke_tool_json|>",),
        closer=("<|end_message|>", "<|content_model_end_sampling|>"),
        named_before=("<|message_model|>",),
        frame=r"<\|message_model\|>|<\|content_(?:text|thinking)\|>|<\|end_message\|>|<\|content_model_end_sampling\|>",
    ),
    Row(
        name="dots",
        about=(
            '`<dots_function_call>{"name": N, "arguments": A}</dots_function_call>`: dots; '
            "around `<invoke>` it is read as `invoke`."
        ),
        body=Body.JSON,
        opener=("<dots_function_call>",),
        closer=("</dots_function_call>",),
    ),
    Row(
        name="llama4-json",
        about=(
            '`<|python_start|><|python_end|>{"name": N, "parameters": A}`: Llama 4; a text may '
            "stand in the frame."
        ),
        body=Body.JSON,
        opener=("<|python_start|> <|python_end|>", "<|python_end|>"),
        frame=r"<\|python_start\|>",
    ),
    Row(
        name="minicpm3",
        about=("`<|tool_call_start|>` around a Python fence of `N(k=v)` lines: MiniCPM3, MiniCPM4-MCP."),
        body=Body.PYTHON,
        opener=("<|tool_call_start|> ```python",),
        closer=("```", "<|tool_call_end|>"),
    ),
    Row(
        name="cohere",
        about=(
            '`<|START_ACTION|>[{"tool_call_id": "0", "tool_name": N, "parameters": '
            "A}]<|END_ACTION|>`: Command R7B, A, 4; the first Command R wrote `Action:` and a "
            "JSON fence."
        ),
        body=Body.JSON,
        opener=("<|START_ACTION|>", "Action: ```json"),
        closer=("<|END_ACTION|>", "<|END_OF_TURN_TOKEN|>", "```"),
    ),
    Row(
        name="apertus",
        about=('`<|tools_prefix|>[{"N": A}, …]<|tools_suffix|>`: Apertus. The key is the tool\'s name.'),
        body=Body.KEYED_JSON,
        opener=("<|tools_prefix|>",),
        closer=("<|tools_suffix|>",),
    ),
    Row(
        name="internlm2",
        about=('`<|action_start|><|plugin|>{"name": N, "parameters": A}<|action_end|>`: InternLM 2.5 and 3.'),
        body=Body.JSON,
        opener=("<|action_start|> <|plugin|>",),
        closer=("<|action_end|>",),
    ),
    Row(
        name="gigachat3",
        about=(
            '`<|message_sep|>⏎⏎function call<|role_sep|>⏎{"name": N, "arguments": A}`: GigaChat '
            "3; `<|function_call|>{…}`: 3.1. GigaChat 3.5 is read as `deepseek-dsml`."
        ),
        body=Body.JSON,
        opener=(
            "<|message_sep|> function call<|role_sep|>",
            "function call<|role_sep|>",
            "<|function_call|>",
        ),
        closer=("<|message_sep|>", "</s>"),
    ),
    Row(
        name="phi4-mini",
        about=(
            '`functools[{"name": N, "arguments": A}]`: Phi-4-mini. Its `<|tool_call|>` form is read as '
            "`granite`, objects without a list as `bare`."
        ),
        body=Body.JSON,
        opener=("functools",),
        markers=("functools[",),
    ),
    Row(
        name="lmstudio",
        about=(
            '`[TOOL_REQUEST]{"name": N, "arguments": A}[END_TOOL_REQUEST]`: what LM Studio teaches models '
            "that have no format of their own."
        ),
        body=Body.JSON,
        opener=("[TOOL_REQUEST]",),
        closer=("[END_TOOL_REQUEST]",),
    ),
)
