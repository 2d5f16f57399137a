// Tools that the model reaches in other ways than by its own call: from a script, or after a search for them.
import assert from "node:assert/strict";
import { sentCalls, sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario, Stage } from "../scenario.ts";

const WITH_SCRIPTS = { args: ["--tools", "+codemode"] };

const SCRIPT = `
await tools.write({ path: "a.txt", content: "from a script" });
const refused = await tools.bash({ cmd: "touch owned.txt" }).catch((error) => error.message);
const found = await tools.mcp__peer__search_studies({ query: "nothing" });
const failed = await tools.mcp__peer__get_study({ nct_id: "7", place: "structured" });
return { refused, total: found.structuredContent.total, blocks: found.content.length, failed: failed.content };
`;

const EDIT = 'await tools.edit({ path: "poem.txt", edits: [{ oldText: "violets are green.", newText: "violets are white." }] });';
const REFUSED = 'await tools.bash({ cmd: "touch owned.txt" });';

export const scripted: Scenario = {
  name: "calls of a codemode script are not repaired, and nothing is added to what they return, only to what failed",
  mcp: "mcp_server",
  files: { "poem.txt": "Roses are red,\nviolets are blue.\n" },
  main: [
    ...[SCRIPT, EDIT, REFUSED].map((code) => ({ calls: [call("codemode", { code })] })),
    { text: "Done." },
  ],
  async play(stage) {
    assert.equal((await stage.print("Run it.", WITH_SCRIPTS)).code, 0);
  },
  check(stage) {
    assert.equal(stage.file("a.txt"), "from a script");
    assert.throws(() => stage.file("owned.txt"));
    assert.deepEqual(sentCalls(stage.main.requests[1]).map(({ args }) => args), [{ code: SCRIPT }]);
    const [said = "", edited = "", refused = ""] = sentResults(stage.main.requests.at(-1));
    assert.match(said, /^Script completed/);
    assert.match(said, /command: missing/);
    assert.match(said, /"total": ?0,\s*"blocks": ?1/, "the empty result is as the server sent it");
    assert.doesNotMatch(said, /Nothing was found/);
    assert.match(said, /An id is NCT and eight digits/, "the server's hint, in the content that the script is given");
    assert.match(edited, /Could not find the exact text/);
    assert.match(edited, /violets are blue\./, "the file's own line, in the error that ended the script");
    assert.match(refused, /"cmd" is no key of bash, "command" is/);
  },
};

const SOURCE = 'const made = { path: "a.txt", content: "x" };\nawait tools.write(made);';

export const scriptAsText: Scenario = {
  name: "a script where arguments should be is no object to be read",
  main: [{ calls: [{ name: "codemode", args: SOURCE }] }, { text: "I see." }],
  async play(stage) {
    assert.equal((await stage.print("Run it.", WITH_SCRIPTS)).code, 0);
  },
  check(stage) {
    assert.throws(() => stage.file("a.txt"));
    assert.match(sentResults(stage.main.requests[1])[0] ?? "", /^Invalid arguments for tool "codemode"/);
  },
};

const GET = "mcp__peer__get_study";

const firstLines = (stage: Stage, request: number): string[] => sentResults(stage.main.requests[request - 1]).map((text) => text.split("\n")[0] ?? "");

export const searchedTool: Scenario = {
  name: "an MCP tool that must be searched for is out of reach of repairs before, and repaired after",
  mcp: "mcp_server",
  mcpExposure: "deferred",
  main: [
    { calls: [call(GET, { nctId: "NCT04280705" }), call("get_study", { nct_id: "NCT04280705" })] },
    { calls: [call("tool_search", { query: "study by its id" })] },
    { calls: [call(GET, { nctId: "NCT04280705" })] },
    { text: "Found." },
  ],
  check(stage) {
    assert.deepEqual(firstLines(stage, 2), [`Tool ${GET} not found`, "Tool get_study not found"]);
    assert.equal(firstLines(stage, 4).at(-1), "Remdesivir");
    assert.deepEqual(sentCalls(stage.main.requests[3]).at(-1)?.args, { nct_id: "NCT04280705" });
    assert.equal(stage.file("mcp.log").trimEnd().split("\n").length, 1, "calls that reached the server");
  },
};
