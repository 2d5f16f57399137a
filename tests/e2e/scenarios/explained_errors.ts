// What a failed call costs is decided by what its error says: the blocks that are put after errors and empty results.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { conversation, filesHolding, sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";
import { sameAsPiAlone } from "./off.ts";

const GET = "mcp__peer__get_study";
const SEARCH = "mcp__peer__search_studies";
const BAD = { nct_id: "7" };

function results(stage: Stage, request: number): string[] {
  const sent = sentResults(stage.main.requests[request - 1]);
  stage.note(`the model saw: ${sent.at(-1)?.split("\n").join(" | ")}`);
  return sent;
}

export const unknownTool: Scenario = {
  name: "an unknown tool is answered with the names there are",
  main: [{ calls: [call("compile_project", { target: "all" })] }, { text: "I see." }],
  check(stage) {
    const [said = ""] = results(stage, 2);
    assert.match(said, /^Tool compile_project not found\nNo active tool is called compile_project\. There are: .*bash/);
    assert.doesNotMatch(said, /retry/i);
  },
};

export const missingArgument: Scenario = {
  name: "a missing argument is shown by the last call that worked",
  main: [
    { calls: [call("write", { path: "a.txt", content: "first" })] },
    { calls: [call("write", { path: "b.txt" })] },
    { text: "I see." },
  ],
  check(stage) {
    const said = results(stage, 3)[1] ?? "";
    assert.match(said, /^Validation failed for tool "write"/);
    assert.ok(said.endsWith('\nA call of write that worked: {"path": "a.txt", "content": "first"}'), said);
  },
};

export const sameCallAgain: Scenario = {
  name: "the same failing call: told twice, stopped at three, blocked at four",
  mcp: "mcp_server",
  main: [
    ...[1, 2, 3, 4].map(() => ({ calls: [call(GET, BAD)] })),
    { calls: [call(GET, { nct_id: "NCT04280705" })] },
    { calls: [call(GET, BAD)] },
    { text: "I give up." },
  ],
  check(stage) {
    const said = results(stage, 7);
    assert.equal(said[0], "bad id");
    assert.match(said[1] ?? "", /^bad id\nSame call, same error: /);
    assert.match(said[2] ?? "", /^bad id\nmcp__peer__get_study failed 3 times in this run\. Keep using tools, .*mcp__peer__search_studies/);
    assert.match(said[3] ?? "", /^toolrecovery: Not run: this very call of mcp__peer__get_study failed 3 times with the same error\.\nKeep using tools/);
    assert.equal(said[4], "Remdesivir");
    assert.equal(said[5], "bad id", "a success takes it all back");
    assert.equal(stage.file("mcp.log").trimEnd().split("\n").length, 5, "calls that reached the server");
  },
};

export const survivingHints: Scenario = {
  name: "an MCP server's hints reach the model from each place where they survive",
  mcp: "mcp_server",
  main: [
    { calls: ["block", "structured", "field", "text", "top"].map((place) => call(GET, { nct_id: `${place}`, place })) },
    { text: "I see." },
  ],
  config: { results: { retryCap: 0 } },
  async play(stage) {
    await stage.rpc(async (pi) => {
      await pi.prompt("Find it.");
      const ended = pi.records.filter((record) => record.type === "tool_execution_end");
      const kept = ended.map((record) => (record["result"] as { structuredContent?: object }).structuredContent);
      assert.equal(kept.length, 5, "calls that ran");
      assert.ok(kept.every((one) => one && "content" in one), "structured content is kept");
    });
  },
  check(stage) {
    const [block = "", structured = "", field = "", inText = "", top = ""] = results(stage, 2);
    for (const said of [block, structured, field]) {
      assert.match(said, /\nFrom the tool: An id is NCT and eight digits\.\n/);
      assert.match(said, /\nThe tool's own example: {"nct_id": "NCT04280705"}\n/);
      assert.match(said, /\nOther tools for this: mcp__peer__search_studies \(Find the id by title\)\.$/);
    }
    assert.match(structured, /\nThe tool also said: nct_id is too short\n/);
    assert.match(inText, /}\nOther tools for this: mcp__peer__search_studies[^\n]*$/, "the rest stands in the text");
    assert.equal(top, "bad id (top)", "pi drops the _meta of a result");
  },
};

export const emptyResult: Scenario = {
  name: "an empty result is a question about the input, asked once",
  mcp: "mcp_server",
  main: [
    { calls: [call(SEARCH, { query: "asparafalcomine" })] },
    { calls: [call(SEARCH, { query: "asparafalcomine" })] },
    { text: "I see." },
  ],
  check(stage) {
    const [first = "", second] = results(stage, 3);
    assert.match(first, /^{"total":0,"results":\[\]}\nNothing was found\. The input \(query "asparafalcomine"\) may be misspelt/);
    assert.equal(second, '{"total":0,"results":[]}');
  },
};

const FAILING = [
  { calls: [call("compile_project", { target: "all" })] },
  { calls: [call("write", { path: "b.txt" })] },
  { calls: [call("write", { path: "b.txt" })] },
  { text: "I give up." },
];

export const observedErrors: Scenario = {
  name: "mode observe puts nothing after an error",
  main: [...FAILING, ...FAILING],
  config: { mode: "observe" },
  async play(stage) {
    await stage.print("Do it.", { bare: true });
    await stage.print("Do it.");
  },
  check(stage) {
    sameAsPiAlone(stage, FAILING.length);
  },
};

export const reported: Scenario = {
  name: "rpc: /toolrecovery report writes the last failure without its values",
  main: [{ calls: [call("write", { zeta: "private words", omega: 7 })] }, { text: "I see." }],
  async play(stage) {
    await stage.rpc(async (pi) => {
      await pi.prompt("Write it.");
      await pi.prompt("/toolrecovery report");
      const said = String(pi.notices.findLast((notice) => notice["method"] === "notify")?.["message"]);
      const [, read = "", replay = ""] = /^(.*\.md)\nReplay it: cd .* && .* -m sidecar replay (.*\.jsonl)$/.exec(said) ?? [];
      assert.match(readFileSync(read, "utf8"), /^# write: invalid arguments\n/);
      const made = JSON.parse(readFileSync(replay, "utf8")) as { message: { content: { arguments: object }[] } };
      stage.note(`reported: ${JSON.stringify(made.message.content[0]?.arguments)}`);
      assert.deepEqual(filesHolding(stage.place.home, "private"), []);
    });
  },
  check(stage) {
    assert.equal(conversation(stage.main.requests.at(-1)).length, 3, "the report is between the person and the sidecar");
  },
};

export const reportedLater: Scenario = {
  name: "/toolrecovery report in print mode finds the last failure in the session's file",
  main: [{ calls: [call("write", { zeta: "private words", omega: 7 })] }, { text: "I see." }],
  async play(stage) {
    const early = await stage.print("/toolrecovery report");
    assert.match(early.stdout, /^No tool call failed in this session/);
    await stage.print("Write it.");
    const late = await stage.print("/toolrecovery report");
    const [, read = "", session = ""] = /^(.*\.md)\nReplay it: .*\.jsonl\nFrom the session file (.*\.jsonl)\n$/.exec(late.stdout) ?? [];
    assert.match(readFileSync(read, "utf8"), /^# write: invalid arguments\n/);
    assert.match(readFileSync(session, "utf8"), /private words/);
    assert.doesNotMatch(readFileSync(read, "utf8"), /private/);
    stage.note(`reported from a new process: ${read.replaceAll(stage.place.root, "…")}`);
  },
  check(stage) {
    assert.equal(stage.main.requests.length, 2, "requests to the main model");
  },
};
