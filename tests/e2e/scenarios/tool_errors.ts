// Tools of an extension: the same errors and empty results as those of an MCP server, in any pi.
import assert from "node:assert/strict";
import { sentResults } from "../evidence.ts";
import { extension } from "../host.ts";
import { call, type Step } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

function withStudies(name: string, main: readonly Step[], check: (results: string[]) => void, config = {}): Scenario {
  return {
    name,
    main: [...main, { text: "I see." }],
    config,
    async play(stage) {
      assert.equal((await stage.print("Find it.", { after: [extension("studies")] })).code, 0);
    },
    check: (stage) => check(sentResults(stage.main.requests.at(-1))),
  };
}

const GET = "get_study";
const BAD = { nct_id: "7" };

export const toolFailsAgain = withStudies(
  "the same failing call of an extension's tool: told twice, stopped at three, blocked at four",
  [1, 2, 3, 4].map(() => ({ calls: [call(GET, BAD)] })),
  (said) => {
    assert.equal(said[0], "bad id");
    assert.match(said[1] ?? "", /^bad id\nSame call, same error: /);
    assert.match(said[2] ?? "", /^bad id\nget_study failed 3 times in this run\./);
    assert.match(said[3] ?? "", /^toolrecovery: Not run: this very call of get_study failed 3 times with the same error\./);
  },
);

export const toolHints = withStudies(
  "the hints of an extension's tool reach the model",
  [{ calls: [call(GET, { nct_id: "7", place: "details" }), call(GET, { nct_id: "8", place: "text" })] }],
  ([details = "", text = ""]) => {
    assert.match(details, /^bad id \(details\)/);
    assert.match(text, /An id is NCT and eight digits\./, "what stands in the text");
    assert.doesNotMatch(text, /From the tool/, "is not said twice");
  },
);

export const toolFindsNothing = withStudies(
  "an empty result of an extension's tool is a question about the input",
  [{ calls: [call("search_studies", { query: "asparafalcomine" })] }],
  ([first = ""]) => assert.match(first, /^{"total":0,"results":\[\]}\nNothing was found\. The input \(query "asparafalcomine"\)/),
);
