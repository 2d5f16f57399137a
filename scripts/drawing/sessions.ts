// The corpus' calls of pi's own tools → session files as pi writes them, with the errors that pi answers. Nothing is run.
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseToolCallArguments } from "@earendil-works/pi-ai";
import type { ToolInfo } from "@earendil-works/pi-coding-agent";
import { ToolList } from "../../pi-bridge/pi/tools.ts";
import { piJudge } from "../../pi-bridge/pi/verdict.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const MODELS = ["large-1", "small-1", "local-7b"]; // that slip at every ninth, fifth and third turn
const EVERY = [9, 5, 3];

interface CorpusCall {
  src: string;
  faults: string[];
  call: { name: string; arguments?: object; rawArguments?: string };
}

export function writeSessions(folder: string): void {
  const listed = JSON.parse(readFileSync(join(ROOT, "sidecar", "session", "past", "builtin_tools.json"), "utf8")) as { tools: ToolInfo[] };
  const tools = listed.tools.map((tool) => ({ ...tool, sourceInfo: { source: "builtin", path: "" } }) as unknown as ToolInfo);
  const judge = piJudge(new ToolList(tools, new Set(tools.map(({ name }) => name))), "/project");
  const calls = readFileSync(join(ROOT, "tests", "corpus", "calls", "calls.jsonl"), "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => JSON.parse(line) as CorpusCall)
    .filter(({ src, faults }) => src === "pi" && !faults.includes("trap.name_unknown"));
  for (const [number, model] of MODELS.entries()) {
    const mine = calls.filter((_, at) => at % MODELS.length === number);
    const session = new Session(model, tools);
    for (const [at, { call }] of mine.slice(0, 40 + 60 * number).entries()) {
      session.day = 1 + ((at * at + number) % 28);
      for (let turn = 1; turn < (EVERY[number] ?? 1); turn++) session.turn({ name: "read", arguments: { path: `file-${turn}.txt` } }, null);
      const block = { name: call.name, ...(call.rawArguments === undefined ? { arguments: call.arguments ?? {} } : parseToolCallArguments(call.rawArguments)) };
      session.turn(block, judge({ type: "toolCall", id: "", ...block }));
    }
    writeFileSync(join(folder, `${model}.jsonl`), session.text);
  }
}

class Session {
  day = 1; // of a January
  #lines: object[] = [];
  readonly #model: string;

  constructor(model: string, tools: ToolInfo[]) {
    this.#model = model;
    this.#lines.push({ type: "session", version: 3, id: model, timestamp: "2026-01-01T10:00:00.000Z", cwd: "/project" });
    this.#message({ role: "system", content: "", toolsAdded: tools });
    this.#message({ role: "user", content: [{ type: "text", text: "Go on." }] });
  }

  get text(): string {
    return this.#lines.map((line) => `${JSON.stringify(line)}\n`).join("");
  }

  turn(call: { name: string; arguments: object }, error: string | null): void {
    const id = `call_${this.#lines.length}`;
    const usage = { input: 2400, output: 180, cacheRead: 0, cacheWrite: 0, totalTokens: 2580 };
    const content = [{ type: "toolCall", id, ...call }];
    this.#message({ role: "assistant", content, api: "openai-completions", provider: "mock", model: this.#model, usage, stopReason: "toolUse" });
    this.#message({ role: "toolResult", toolCallId: id, toolName: call.name, content: [{ type: "text", text: error ?? "Done." }], isError: error !== null });
  }

  #message(message: object): void {
    const id = String(this.#lines.length);
    this.#lines.push({ type: "message", id, parentId: String(this.#lines.length - 1), timestamp: `2026-01-${String(this.day).padStart(2, "0")}T10:00:00.000Z`, message });
  }
}
