// Tools that are marked strict for the server of one model: marked in the request, no byte else, and given up where the server refuses.
import assert from "node:assert/strict";
import { sentResults } from "../evidence.ts";
import type { ChatRequest } from "../http_script.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

interface SentTool {
  function: { name: string; strict?: boolean; parameters: object };
}

const toolsOf = ({ tools }: ChatRequest): SentTool[] => tools as SentTool[];
const marked = (body: ChatRequest): string[] => toolsOf(body).filter((tool) => tool.function.strict === true).map((tool) => tool.function.name);

const READS = [{ calls: [call("read", { path: "a.txt" })] }, { text: "Read." }];

export const strictMarked: Scenario = {
  name: "tools are marked strict for a model that strict.models names",
  main: READS,
  config: { strict: { models: ["main-\\d"] } },
  files: { "a.txt": "seven" },
  check(stage) {
    for (const { body } of stage.main.requests) assert.deepEqual(marked(body), toolsOf(body).map((tool) => tool.function.name));
    assert.match(sentResults(stage.main.requests[1])[0] ?? "", /seven/);
    stage.note(`${marked(stage.main.requests[0]!.body).length} tools marked`);
  },
};

export const strictNotNamed: Scenario = {
  name: "a request of any other model is what pi made",
  main: [...READS, ...READS],
  config: { strict: { models: ["other"] } },
  files: { "a.txt": "seven" },
  async play(stage) {
    await stage.print("Read it.");
    await stage.print("Read it.", { bare: true });
  },
  check(stage) {
    const [first, , alone] = stage.main.requests;
    assert.equal(JSON.stringify(first?.body["tools"]), JSON.stringify(alone?.body["tools"]));
  },
};

export const strictRefused: Scenario = {
  name: "a server that refuses strict tools is asked again without, and the turn is done",
  main: [{ status: 400, because: "strict is not supported by this tool parser" }, ...READS],
  config: { strict: { models: ["main"] } },
  files: { "a.txt": "seven" },
  check(stage) {
    const [refused, again, last] = stage.main.requests.map(({ body }) => body);
    assert.ok(refused && again && last && stage.main.requests.length === 3);
    assert.notDeepEqual(marked(refused), []);
    assert.deepEqual([marked(again), marked(last)], [[], []]);
    assert.match(sentResults(stage.main.requests[2])[0] ?? "", /seven/);
    const [run] = stage.runs;
    assert.match(run?.stdout ?? "", /Read\./);
    assert.match(run?.stderr ?? "", /refused tools that are marked strict.*strict is not supported by this tool parser/);
  },
};

export const STRICT_TOOLS: readonly Scenario[] = [strictMarked, strictNotNamed, strictRefused];
