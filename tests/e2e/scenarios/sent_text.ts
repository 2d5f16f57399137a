// Arguments that pi's parser reads in another way than the model wrote them: they run as written, or not at all.
import assert from "node:assert/strict";
import { sentResults } from "../evidence.ts";
import type { Scenario, Stage } from "../scenario.ts";

function runs(what: string, name: string, args: string, check: (stage: Stage) => void, files: Record<string, string> = {}): Scenario {
  return { name: `${what}: it runs as it was written`, main: [{ calls: [{ name, args }] }, { text: "Done." }], files, check };
}

function isBlocked(what: string, name: string, args: string, reason: RegExp, files: Record<string, string> = {}): Scenario {
  return {
    name: `${what}: it is blocked with a reason`,
    main: [{ calls: [{ name, args }] }, { text: "I see." }],
    files,
    check(stage) {
      const [result = ""] = sentResults(stage.main.requests[1]);
      assert.match(result, reason);
      stage.note(`the model saw: ${result}`);
      for (const [file, text] of Object.entries(files)) assert.equal(stage.file(file), text);
    },
  };
}

const FILE = { "a.txt": "one\n" };

export const SENT_TEXT: readonly Scenario[] = [
  runs("quotes with backslashes in a command", "bash", String.raw`{"command": "printf \'%s\' done > a.txt"}`, (stage) => {
    assert.equal(stage.file("a.txt"), "done");
  }),
  runs("quotes with backslashes in a file", "write", String.raw`{"path": "a.sql", "content": "SELECT \'x\';"}`, (stage) => {
    assert.equal(stage.file("a.sql"), "SELECT 'x';");
  }),
  runs("a backslash of a regular expression", "write", String.raw`{"path": "a.txt", "content": "\d+ \bword\b \$"}`, (stage) => {
    assert.equal(stage.file("a.txt"), String.raw`\d+ \bword\b \$`);
  }),
  runs(
    "a key given twice, once empty",
    "edit",
    '{"path": "a.txt", "edits": [{"oldText": "one", "newText": "two", "newText": ""}]}',
    (stage) => assert.equal(stage.file("a.txt"), "two\n"),
    FILE,
  ),
  isBlocked(
    "a key given twice, differently",
    "edit",
    '{"path": "a.txt", "edits": [{"oldText": "one", "newText": "two", "newText": "three"}]}',
    /newText is given more than once/,
    FILE,
  ),
  runs("a version", "write", '{"path": "a.txt", "content": 1.10}', (stage) => assert.equal(stage.file("a.txt"), "1.10")),
  runs("a long id", "write", '{"path": "a.txt", "content": 1754123456789012345}', (stage) => {
    assert.equal(stage.file("a.txt"), "1754123456789012345");
  }),
  runs("leading zeros", "write", '{"path": "a.txt", "content": 02134}', (stage) => assert.equal(stage.file("a.txt"), "02134")),
  isBlocked("a number that loses digits", "bash", '{"command": "touch b.txt", "timeout": 1754123456789012345}', /too long to be exact/),
  runs("a Windows path", "write", String.raw`{"path": "C:\temp\new\report.txt", "content": "a\tb"}`, (stage) => {
    assert.equal(stage.file(String.raw`C:\temp\new\report.txt`), "a\tb");
  }),
  isBlocked("a line break in a path", "write", String.raw`{"path": "temp\new.txt", "content": "a"}`, /path holds a line feed/),
  runs("line breaks and tabs of a command", "bash", '{"command": "printf a > a.txt\nprintf \'\tb\' >> a.txt", "timeout": 9.0}', (stage) => {
    assert.equal(stage.file("a.txt"), "a\tb");
  }),
];
