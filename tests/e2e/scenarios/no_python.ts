// No interpreter to run the sidecar: pi works as if the extension were absent, and says once how to mend it.
import assert from "node:assert/strict";
import { join } from "node:path";
import { call, type Step } from "../main_model.ts";
import type { RpcPi } from "../rpc_mode.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { sameAsPiAlone } from "./off.ts";

const DIALOGUE: Step[] = [
  { calls: [call("write", { filename: "abc.txt", content: "hello world" })] },
  { calls: [call("write", { path: "abc.txt", content: "hello world" })] },
  { text: "Written." },
];

const mending = (text: string): string[] => text.split("\n").filter((line) => line.includes("TOOLRECOVERY_PYTHON"));
const nowhere = (stage: Stage): string => join(stage.place.root, "nowhere", "python");

/** Plays the dialogue on pi alone and on pi with the extension and a Python that is of no use. */
function without(name: string, python: (stage: Stage) => string): Scenario {
  return {
    name,
    main: [...DIALOGUE, ...DIALOGUE],
    troubled: true,
    async play(stage) {
      await stage.print("Write it.", { bare: true });
      await stage.print("Write it.", { env: { TOOLRECOVERY_PYTHON: python(stage) } });
      await stage.print("/toolrecovery doctor", { env: { TOOLRECOVERY_PYTHON: python(stage) } });
    },
    check(stage) {
      sameAsPiAlone(stage, DIALOGUE.length);
      assert.equal(stage.file("abc.txt"), "hello world");
      const lines = mending(stage.runs[1]?.stderr ?? "");
      assert.equal(lines.length, 1, "lines on stderr that say how to mend it");
      assert.equal(mending(stage.runs[2]?.stdout ?? "").length, 1, "lines of doctor that say how to mend it");
      stage.note(`pi's stderr: ${lines[0]?.replaceAll(stage.place.root, "…")}`);
    },
  };
}

export const noPython = without("no Python: pi works as without the extension and says once how to mend it", nowhere);

// Node takes no -m: it stands for any interpreter that is there and cannot run the sidecar.
export const uselessPython = without(
  "a Python that cannot run the sidecar: pi works as without the extension and says once how to mend it",
  () => process.execPath,
);

export const noPythonRpc: Scenario = {
  name: "rpc: no Python: one notice, and the session goes on",
  main: [...DIALOGUE, { text: "Still here." }],
  troubled: true,
  async play(stage) {
    const talk = async (pi: RpcPi): Promise<void> => {
      await pi.prompt("Write it.");
      await pi.prompt("Are you there?");
      const said = pi.notices.filter((notice) => mending(JSON.stringify(notice)).length > 0);
      assert.equal(said.length, 1, `notices that say how to mend it, of ${JSON.stringify(pi.notices)}`);
      stage.note(`said with ${said[0]?.["method"]}`);
    };
    await stage.rpc(talk, { env: { TOOLRECOVERY_PYTHON: nowhere(stage) } });
  },
  check(stage) {
    assert.equal(stage.file("abc.txt"), "hello world");
    assert.equal(stage.main.requests.length, DIALOGUE.length + 1);
  },
};
