// Every scenario, in the order in which they are played.
import type { Scenario } from "../scenario.ts";
import { abort } from "./abort.ts";
import { ambiguousWrite } from "./ambiguous_write.ts";
import { commands, commandsRpc } from "./commands.ts";
import { emptiesContent, inventsCommand, inventsPath } from "./inventing_recovery.ts";
import { newSession } from "./new_session.ts";
import { noPython, noPythonRpc } from "./no_python.ts";
import { off } from "./off.ts";
import { recoveryDown } from "./recovery_down.ts";
import { renamedKey } from "./renamed_key.ts";
import { validCall } from "./valid_call.ts";

/** One broken call from the model's stream to the file on disk, and what keeps it safe. */
export const INTERCEPTION: readonly Scenario[] = [
  commands,
  ambiguousWrite,
  renamedKey,
  recoveryDown,
  off,
  inventsCommand,
  inventsPath,
  emptiesContent,
  noPython,
  noPythonRpc,
  abort,
  commandsRpc,
  newSession,
  validCall,
];

export const SCENARIOS: readonly Scenario[] = [...INTERCEPTION];
