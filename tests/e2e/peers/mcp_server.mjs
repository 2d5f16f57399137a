// A small MCP server over stdio. Its errors carry hints in the place that the call asks for.
// Usage: node mcp_server.mjs LOG: each call that reaches it is a line of LOG.
import { appendFileSync } from "node:fs";
import { createInterface } from "node:readline";

const object = (properties, required = []) => ({ type: "object", properties, required });
const text = { type: "string" };
const TOOLS = [
  { name: "get_study", description: "One study by its id", inputSchema: object({ nct_id: text, place: text }, ["nct_id"]) },
  { name: "search_studies", description: "Studies by title", inputSchema: object({ query: text }, ["query"]), annotations: { readOnlyHint: true } },
];

const HINTS = {
  examples: [{ nct_id: "NCT04280705" }],
  alternatives: [{ tool: "search_studies", reason: "Find the id by title" }],
  retry_hint: "An id is NCT and eight digits.",
};
const words = (said, more = {}) => [{ type: "text", text: said, ...more }];

/** The same hints, in each place that an MCP result has for them. */
const PLACES = {
  top: () => ({ content: words("bad id (top)"), _meta: HINTS }),
  block: () => ({ content: words("bad id (block)", { _meta: HINTS }) }),
  structured: () => ({ content: words("bad id (structured)"), structuredContent: { error: "tool_error", message: "nct_id is too short", _meta: HINTS } }),
  field: () => ({ content: words("bad id (field)"), ...HINTS }),
  text: () => ({ content: words(JSON.stringify({ error: "tool_error", message: "bad id (text)", _meta: HINTS })) }),
  plain: () => ({ content: words("bad id") }),
};

function call({ name, arguments: sent = {} }) {
  appendFileSync(process.argv[2], `${JSON.stringify({ name, arguments: sent })}\n`);
  if (name === "search_studies") {
    const structuredContent = { total: 0, results: [] };
    return { content: words(JSON.stringify(structuredContent)), structuredContent };
  }
  if (sent.nct_id === "NCT04280705") return { content: words("Remdesivir"), structuredContent: { title: "Remdesivir" } };
  return { isError: true, ...PLACES[sent.place ?? "plain"]() };
}

const METHODS = {
  initialize: ({ protocolVersion }) => ({ protocolVersion, capabilities: { tools: {} }, serverInfo: { name: "peer", version: "1" } }),
  "tools/list": () => ({ tools: TOOLS }),
  "tools/call": call,
};

createInterface({ input: process.stdin }).on("line", (line) => {
  const { id, method, params } = JSON.parse(line);
  if (id === undefined) return;
  const result = METHODS[method]?.(params ?? {}) ?? {};
  process.stdout.write(`${JSON.stringify({ jsonrpc: "2.0", id, result })}\n`);
});
