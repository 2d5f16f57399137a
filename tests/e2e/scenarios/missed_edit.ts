// Edits whose oldText is not in the file: one is repaired before it runs, one is explained after it failed.
import assert from "node:assert/strict";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const BEFORE = "def total(rows):\n    found = sum(rows)\n    return found\n";
const AFTER = "def total(rows):\n    found = max(rows)\n    return found\n";
const numbered = (text: string): string => `2\t    found = ${text}(rows)`;

export const missedEdit: Scenario = {
  name: "edits: copied line numbers are taken off before the edit runs; a miss is shown the file's own lines",
  files: { "total.py": BEFORE },
  main: [
    { calls: [call("edit", { path: "total.py", edits: [{ oldText: numbered("sum"), newText: numbered("max") }] })] },
    { calls: [call("edit", { path: "total.py", edits: [{ oldText: "    found = sum(lines)\n    return found", newText: "" }] })] },
    { calls: [call("edit", { path: "src/total.py", edits: [{ oldText: "return found", newText: "" }] })] },
    { text: "Done." },
  ],
  check(stage) {
    assert.equal(stage.file("total.py"), AFTER);
    const shown = (request: number): string => JSON.stringify(stage.main.requests[request]?.body.messages.at(-1)?.content);
    assert.match(shown(1), /Successfully replaced 1 block/);
    const sent = stage.main.requests[1]?.body.messages.at(-2)?.tool_calls?.[0]?.function.arguments ?? "";
    assert.ok(!sent.includes("2\\t"), "the model sees the edit that ran");
    assert.match(shown(2), /lines 2 to 3/);
    assert.ok(shown(2).includes("    found = max(rows)\\n    return found"), "the lines byte for byte");
    assert.match(shown(3), /The one file of that name: total\.py/);
    stage.note("an edit with line numbers ran as meant; a miss and a wrong path were explained");
  },
};
