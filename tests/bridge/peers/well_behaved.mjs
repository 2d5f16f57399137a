// A sidecar that knows two slips (bash cmd, write filename) and does what the call's `play` argument tells.
import { hear, hello as greeting, send } from "./frames.mjs";

const ALIASES = { bash: ["cmd", "command"], write: ["filename", "path"] };
const has = (word) => process.argv.includes(word);
const state = { grammar: has("--grammar"), sanitize: true, strict: has("--strict"), verbose: has("--verbose") };
const commands = ["on", "off", "status"].map((name) => ({ name, summary: `what ${name} does` }));
const hello = { ...greeting, state, commands, ...(has("--off") && { status: "toolrecovery off" }) };
const known = new Set();
const log = [];

function repair({ message, tools, rawArguments = {} }) {
  if (!known.has(tools)) return { error: { code: -32001, message: "unknown tools" } };
  const repairs = [];
  const guards = [];
  const content = message.content.map((block) => {
    const [from, to] = ALIASES[block.name] ?? [];
    if (block.arguments?.play === "guard") guards.push({ id: block.id, reason: "it means something else" });
    if (block.arguments?.play === "tell text") guards.push({ id: block.id, reason: rawArguments[block.id] ?? "no text" });
    if (block.arguments?.[from] === undefined) return block;
    const { [from]: value, ...others } = block.arguments;
    repairs.push({ id: block.id, tool: block.name, stage: "rules", summary: `${from} → ${to}` });
    return { ...block, arguments: { ...others, [to]: value } };
  });
  if (content.length === 0) return { result: { message: null, repairs, declined: [], guards, phantom: { note: "Call it.", drop: true } } };
  return { result: { message: repairs.length > 0 ? { ...message, content } : null, repairs, declined: [], guards } };
}

/** The block says what was seen. */
function observe({ isError, executed, input, content }) {
  const said = content.map(({ text, type }) => text ?? type).join(" ");
  if (said === "nonsense") return { error: { code: -32603, message: "oops" } };
  return { result: isError ? { append: `${executed ? "ran" : "refused"} ${JSON.stringify(input)}: ${said}` } : {} };
}

function sanitized({ model, tools, baseUrl }) {
  if (model === "qwen") return { applies: true, tools: tools.map((tool) => ({ ...tool, strict: baseUrl })), strict: true };
  if (model !== "kimi") return { applies: false };
  return { applies: true, tools: JSON.parse(JSON.stringify(tools).replaceAll('"^a$"', '"a"')) };
}

/** `rule …`: two rules may be named. */
function followers(args) {
  const typed = args.slice(args.lastIndexOf(" ") + 1);
  const rules = args.startsWith("rule ") ? ["rename-key", "rename-typo"] : [];
  return rules.filter((name) => name.startsWith(typed)).map((name) => ({ name, summary: "a rule" }));
}

/** `/toolrecovery ask <provider/id>`: the command's answer is the host's answer; `withdraw` cancels the first one. */
const asking = new Map();
function ask(id, name) {
  const [provider, model] = name.split("/");
  asking.set(`ask-${id}`, id);
  const params = { model: { provider, id: model }, system: "s", user: "u", maxTokens: 9 };
  send({ id: `ask-${id}`, method: "host/complete", params });
}

hear(({ id, method, params, result, error }) => {
  if (method === undefined) return send({ id: asking.get(id), result: { text: JSON.stringify(result ?? error), level: "info" } });
  const told = params?.text ?? params?.lastWords?.join("|");
  log.push(told ? `${method}:${told.replaceAll(" ", "_")}` : method);
  const plays = params?.message?.content.map((block) => block.arguments?.play) ?? [];
  if (method === "initialize") send({ id, result: hello });
  else if (method === "tools/set") {
    known.add(params.key);
    send({ id, result: { key: params.key } });
  } else if (plays.includes("hang")) log.push("hanging");
  else if (plays.includes("die")) process.exit(3);
  else if (plays.includes("die loudly")) process.stderr.write("Traceback\n\n  oops\nValueError: 7\n", () => process.exit(3));
  else if (plays.includes("answer and die")) {
    for (let said = 0; said < 300; said += 1) send({ method: "host/status", params: { text: `${said}` } });
    send({ id, ...repair(params) });
    process.stdout.write("", () => process.exit(3));
  } else if (plays.includes("nonsense")) send({ id, result: { message: { content: 7 } } });
  else if (method === "message/repair") send({ id, ...repair(params) });
  else if (method === "result/observe") send({ id, ...observe(params) });
  else if (method === "command/complete") send({ id, result: { words: followers(params.args) } });
  else if (method === "config/get") send({ id, result: { model: { provider: "helper", id: "m-2" } } });
  else if (method === "request/sanitize") send({ id, result: sanitized(params) });
  else if (method === "request/failed") send({ id, result: params.error.startsWith("400") ? { phantom: { note: "Go on.", drop: true } } : {} });
  else if (method === "command/run" && params.name === "toolrecovery-model") {
    send({ id, result: { text: `picked ${params.args} of ${params.models.length}`, level: "info" } });
  } else if (method === "command/run" && params.args.startsWith("ask ")) ask(id, params.args.slice(4));
  else if (method === "command/run" && params.args === "withdraw") {
    send({ method: "$/cancelRequest", params: { id: [...asking.keys()][0] } });
    send({ id, result: { text: "withdrawn", level: "info" } });
  } else if (method === "command/run" && params.args === "models") {
    send({ id, result: { text: params.models ? JSON.stringify(params.models) : "not said", level: "info" } });
  } else if (method === "command/run" && params.args === "open") {
    send({ method: "host/state", params: { ...state, grammar: true } });
    send({ id, result: { text: "opened", level: "info" } });
  } else if (method === "command/run" && params.args === "forget") {
    known.clear();
    send({ id, result: { text: "forgotten", level: "info" } });
  } else if (method === "command/run" && params.args === "speak") {
    send({ method: "host/status", params: { text: "1 repaired" } });
    send({ method: "host/notify", params: { text: "hello", level: "warning" } });
    send({ id, result: { text: "spoken", level: "info" } });
  } else if (method === "command/run") send({ id, result: { text: `${params.args}: ${log.join(" ")}`, level: "info" } });
});
process.stdin.on("end", () => process.exit(0));
