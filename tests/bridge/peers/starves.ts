// A bridge of its own process that has no file descriptor left when its sidecar is to start: starves.ts COMMAND
import { closeSync, openSync } from "node:fs";
import { repairMessage } from "../../../pi-bridge/events/message_end.ts";
import { loadRpc, type Command } from "../../../pi-bridge/sidecar/peer.ts";
import { call, during, messageEnd, person, openSession, until } from "../helpers.ts";

const command = { ...(JSON.parse(process.argv[2] ?? "") as Command), env: process.env };
await loadRpc(); // so that only the sidecar is missing
const watcher = person();
const session = openSession(command, watcher, { limits: { failures: Infinity, backoffMs: () => 1 } }); // starts it a turn later
const taken: number[] = [];
try {
  for (;;) taken.push(openSync("/dev/null", "r"));
} catch {
  // that was the last one
}
const repaired = async () => repairMessage(session, messageEnd([call("1", "write", { filename: "a", content: "b" })]), during());
if ((await repaired()) === undefined) console.log(`unchanged: ${watcher.statuses.at(-1)}`);
for (const one of taken) closeSync(one);
await until(async () => (await repaired()) !== undefined);
console.log("repaired");
await session.stop();
