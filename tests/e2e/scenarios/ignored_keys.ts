// Keys with a meaning that pi's own tools ignore: done in pi's own arguments, or nothing runs and the reason says what to send.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { sentCalls, sentResults, sessionBlocks } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const TOUCH = "touch here.txt && pwd";

export const workFolder: Scenario = {
  name: "bash(workdir=…) runs in that folder, also under another agent's name",
  main: [
    { calls: [call("bash", { command: TOUCH, workdir: "it's sub" })] },
    { calls: [call("run_shell_command", { command: "cat note.txt", directory: "it's sub", description: "Look" })] },
    { calls: [call("bash", { command: "echo own folder", cwd: "." })] },
    { text: "Done." },
  ],
  files: { "it's sub/note.txt": "from below" },
  check(stage) {
    assert.equal(stage.file("it's sub/here.txt"), "");
    assert.ok(!existsSync(join(stage.place.work, "here.txt")), "a file in the session's own folder");
    const results = sentResults(stage.main.requests[3]);
    assert.match(results[0] ?? "", /it's sub/);
    assert.match(results[1] ?? "", /from below/);
    const commands = sessionBlocks(stage.place, "toolCall").map((block) => (block.arguments as { command: string }).command);
    assert.deepEqual(commands, [
      `cd -- 'it'"'"'s sub' || exit\n${TOUCH}`,
      `cd -- 'it'"'"'s sub' || exit\ncat note.txt`,
      "echo own folder",
    ]);
  },
};

export const missingFolder: Scenario = {
  name: "bash(workdir=…) runs nothing where the folder is missing",
  main: [{ calls: [call("bash", { command: TOUCH, workdir: "gone" })] }, { text: "There is none." }],
  check(stage) {
    assert.ok(!existsSync(join(stage.place.work, "here.txt")), "a file in the session's own folder");
    assert.match(sentResults(stage.main.requests[1])[0] ?? "", /gone/);
  },
};

/** Calls that pi would accept: nothing runs, the call stays as the model wrote it, and the reason reaches it. */
function blocked(name: string, tool: string, args: object, reason: RegExp): Scenario {
  return {
    name,
    main: [{ calls: [call(tool, args)] }, { text: "I see." }],
    files: { "kept.txt": "one\ntwo\n" },
    recovery: [{ call: { toolName: tool, args } }],
    check(stage) {
      assert.equal(stage.file("kept.txt"), "one\ntwo\n");
      assert.equal(stage.recovery?.requests.length, 0, "requests to recovery");
      assert.deepEqual(sentCalls(stage.main.requests[1]), [{ id: "call_0_0", name: tool, args }]);
      const [said = ""] = sentResults(stage.main.requests[1]);
      assert.match(said, reason);
      stage.note(`the model saw: ${said}`);
    },
  };
}

export const ignoredKeys: readonly Scenario[] = [
  blocked(
    "write(append=true) changes nothing and says so",
    "write",
    { path: "kept.txt", content: "three\n", append: true },
    /append.*replace the whole file.*use edit/s,
  ),
  blocked(
    "edit(dryRun=true) changes nothing and says so",
    "edit",
    { path: "kept.txt", edits: [{ oldText: "one", newText: "1" }], dryRun: true },
    /dryRun.*change the file/s,
  ),
  blocked(
    "bash(dry_run=true) runs nothing and says so",
    "bash",
    { command: "rm kept.txt", dry_run: true },
    /dry_run.*run the command/s,
  ),
  blocked(
    "half a second pair changes nothing and says so",
    "edit",
    { path: "kept.txt", edits: [{ oldText: "one", newText: "1", newText2: "2" }] },
    /newText2 has no oldText2/,
  ),
];

export const secondPairs: Scenario = {
  name: "edit keeps a second pair of texts, in an item and beside the list",
  main: [
    {
      calls: [
        call("edit", {
          path: "list.txt",
          edits: [{ oldText: "one", newText: "1", oldText2: "two", newText2: "2" }],
          old_string: "three",
          new_string: "3",
        }),
      ],
    },
    { text: "Done." },
  ],
  files: { "list.txt": "one\ntwo\nthree\n" },
  check(stage) {
    assert.equal(stage.file("list.txt"), "1\n2\n3\n");
  },
};
