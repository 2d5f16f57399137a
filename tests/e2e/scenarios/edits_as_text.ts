// `edits` as JSON text, once as a whole and once item by item, with raw newlines inside the strings.
import assert from "node:assert/strict";
import { sentCalls } from "../evidence.ts";
import { call, type ScriptedCall } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const EDIT = '{"oldText": "one\ntwo", "newText": "1\n\t2"}';
const WANTED = { path: "list.txt", edits: [{ oldText: "one\ntwo", newText: "1\n\t2" }] };

function edited(name: string, sent: ScriptedCall): Scenario {
  return {
    name,
    main: [{ calls: [sent] }, { text: "Edited." }],
    files: { "list.txt": "zero\none\ntwo\nthree\n" },
    recovery: [{ call: { toolName: "edit", args: WANTED } }],
    check(stage) {
      assert.equal(stage.file("list.txt"), "zero\n1\n\t2\nthree\n");
      assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
      assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: "edit", args: WANTED }]);
    },
  };
}

export const editsAsText = edited(
  "edits as one JSON text with raw newlines are applied",
  call("edit", { path: "list.txt", edits: `[${EDIT}]` }),
);

export const editItemsAsText = edited(
  "edits as a list of JSON texts with raw newlines are applied",
  call("edit", { path: "list.txt", edits: [EDIT] }),
);
