// The handlers of a valid call from its last piece on, and its request alone, in turn: `node handler.ts PYTHON BYTES ROUNDS`.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { repairMessage } from "../../pi-bridge/events/message_end.ts";
import { repairDisplayed } from "../../pi-bridge/events/message_update.ts";
import { pythonEnv } from "../../pi-bridge/python/choose.ts";
import { call, during, messageEnd, person, running, sessionWith } from "../../tests/bridge/helpers.ts";

const [python = "python3", bytes = "200", rounds = "1000"] = process.argv.slice(2);
const agentDir = mkdtempSync(join(tmpdir(), "toolrecovery-bench-"));
process.env["PI_CODING_AGENT_DIR"] = agentDir;

const cwd = join(import.meta.dirname, "..", "..");
const session = sessionWith({ file: python, args: ["-m", "sidecar", "serve"], cwd, env: pythonEnv(process.env) }, person());
const line = "    return [item for item in items if item is not None]  # keep the order\n";
const text = line.repeat(Math.ceil(Number(bytes) / line.length)).slice(0, Math.max(1, (Number(bytes) - 60) / 2));
const event = messageEnd([call("call_1", "edit", { path: "src/app.py", edits: [{ oldText: text, newText: text }] })]);
const context = during();

const pieces = JSON.stringify({ path: "src/app.py", edits: [{ oldText: text, newText: text }] }).match(/[^]{1,16}/g) ?? [];
const arrives = (type: string, more: object = {}): Promise<unknown> =>
  repairDisplayed(session, { message: event.message, assistantMessageEvent: { type, contentIndex: 0, ...more } } as never, { ...context, hasUI: false });
const stream = async (): Promise<void> => {
  await arrives("toolcall_start");
  for (const delta of pieces) await arrives("toolcall_delta", { delta });
};
const handle = async (): Promise<unknown> => {
  await arrives("toolcall_end");
  return repairMessage(session, event, context);
};
const params = { message: event.message, hostErrors: { call_1: null } };
const request = (): Promise<unknown> =>
  running(session).request("message/repair", { ...params, tools: session.tools.list?.key }, 10_000, context.signal);

const times = { handler: [] as number[], request: [] as number[] };
for (let round = -50; round < Number(rounds); round++) {
  for (const [name, work] of round % 2 ? ([["handler", handle], ["request", request]] as const) : ([["request", request], ["handler", handle]] as const)) {
    if (!session.tools.list) await handle();
    await stream(); // before the request alone too: what it leaves to the garbage collector is no part of the handlers
    const started = performance.now();
    await work();
    if (round >= 0) times[name].push(performance.now() - started);
  }
}
await session.stop();
rmSync(agentDir, { recursive: true, force: true });
console.log(JSON.stringify(times));
