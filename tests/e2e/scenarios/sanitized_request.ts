// A tool whose schema anchors a pattern, and a model whose server chokes on anchors: they are gone from the request only.
import assert from "node:assert/strict";
import { join } from "node:path";
import { sentResults } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { Scenario } from "../scenario.ts";

const TOOL = `export default (pi) => pi.registerTool({
  name: "stamp", label: "stamp", description: "Stamps a number.",
  parameters: { type: "object", required: ["code"], properties: { code: { type: "string", pattern: "^[0-9]+$" } } },
  execute: async () => ({ content: [{ type: "text", text: "stamped" }], details: {} }),
});`;

function patterns(name: string, config: object, wanted: string): Scenario {
  return {
    name,
    main: [{ calls: [call("stamp", { code: "x7" })] }, { calls: [call("stamp", { code: "7" })] }, { text: "Stamped." }],
    config,
    files: { "stamp.ts": TOOL },
    async play(stage) {
      await stage.print("Stamp it.", { args: ["-e", join(stage.place.work, "stamp.ts")] });
    },
    check(stage) {
      for (const { body } of stage.main.requests) {
        const sent = JSON.stringify(body["tools"]).match(/"pattern":"[^"]*"/g);
        assert.deepEqual(sent, [`"pattern":"${wanted}"`]);
      }
      const [refused, stamped] = sentResults(stage.main.requests[2]);
      assert.match(refused ?? "", /\^\[0-9\]\+\$/, "pi judges by the pattern as it is declared");
      assert.match(stamped ?? "", /^stamped/);
      stage.note(`the provider was shown ${wanted}`);
    },
  };
}

export const anchorsGo = patterns("anchors of a pattern go where the model is known to choke on them", { sanitizeModels: ["MAIN-\\d"] }, "[0-9]+");

export const anchorsStay = patterns("anchors of a pattern stay for any other model", {}, "^[0-9]+$");
