// A bridge of its own process, to see where the answer of a command comes out: asks_status.ts MODE
import type { ExtensionContext } from "@earendil-works/pi-coding-agent";
import { runCommand } from "../../../pi-bridge/commands/run_command.ts";
import { peer, person, openSession } from "../helpers.ts";

const session = openSession(peer("well_behaved"), person(process.argv[2] as ExtensionContext["mode"]));
await runCommand(session, { name: "toolrecovery", args: "status" });
await session.stop();
