// A sidecar that knows two slips (bash cmd, write filename) and does what the call's `play` argument tells.
import { hear, hello, send } from "./frames.mjs";

const ALIASES = { bash: ["cmd", "command"], write: ["filename", "path"] };
const known = new Set();
const log = [];

function repair({ message, tools }) {
  if (!known.has(tools)) return { error: { code: -32001, message: "unknown tools" } };
  const repairs = [];
  const guards = [];
  const content = message.content.map((block) => {
    const [from, to] = ALIASES[block.name] ?? [];
    if (block.arguments?.play === "guard") guards.push({ id: block.id, reason: "it means something else" });
    if (block.arguments?.[from] === undefined) return block;
    const { [from]: value, ...others } = block.arguments;
    repairs.push({ id: block.id, tool: block.name, stage: "rules", summary: `${from} → ${to}` });
    return { ...block, arguments: { ...others, [to]: value } };
  });
  return { result: { message: repairs.length > 0 ? { ...message, content } : null, repairs, declined: [], guards } };
}

/** The block says what was seen. */
function observe({ isError, executed, input, content }) {
  const said = content.map(({ text, type }) => text ?? type).join(" ");
  if (said === "nonsense") return { error: { code: -32603, message: "oops" } };
  return { result: isError ? { append: `${executed ? "ran" : "refused"} ${JSON.stringify(input)}: ${said}` } : {} };
}

hear(({ id, method, params }) => {
  log.push(params?.text ? `${method}:${params.text.replaceAll(" ", "_")}` : method);
  const plays = params?.message?.content.map((block) => block.arguments?.play) ?? [];
  if (method === "initialize") send({ id, result: { ...hello, grammar: process.argv.includes("--grammar") } });
  else if (method === "tools/set") {
    known.add(params.key);
    send({ id, result: { key: params.key } });
  } else if (plays.includes("hang")) log.push("hanging");
  else if (plays.includes("die")) process.exit(3);
  else if (plays.includes("nonsense")) send({ id, result: { message: { content: 7 } } });
  else if (method === "message/repair") send({ id, ...repair(params) });
  else if (method === "result/observe") send({ id, ...observe(params) });
  else if (method === "command/run" && params.args === "forget") {
    known.clear();
    send({ id, result: { text: "forgotten", level: "info" } });
  } else if (method === "command/run" && params.args === "speak") {
    send({ method: "host/status", params: { text: "1 repaired" } });
    send({ method: "host/notify", params: { text: "hello", level: "warning" } });
    send({ id, result: { text: "spoken", level: "info" } });
  } else if (method === "command/run") send({ id, result: { text: `${params.args}: ${log.join(" ")}`, level: "info" } });
});
process.stdin.on("end", () => process.exit(0));
