// A model of a second provider, picked with `/toolrecovery-model`: pi signs in and asks it, the sidecar sees no key.
import assert from "node:assert/strict";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { sentCalls } from "../evidence.ts";
import { call } from "../main_model.ts";
import type { RpcPi } from "../rpc_mode.ts";
import type { Scenario, Stage } from "../scenario.ts";

const SENT = { alpha: "abc.txt", beta: "hello world" };
const WANTED = { path: "abc.txt", content: "hello world" };
const CORRECTED = JSON.stringify({ toolName: "write", args: WANTED });
const PICKED = { provider: "helper", id: "helper-1" };

const main = [{ calls: [call("write", SENT)] }, { text: "Written." }];

async function pick(stage: Stage, args: string): Promise<string> {
  const run = await stage.print(`/toolrecovery-model ${args}`.trim());
  assert.equal(run.code, 0);
  stage.note(`/toolrecovery-model ${args} → ${run.stdout.trim().split("\n").join(" | ")}`);
  return run.stdout;
}

export const pickedModel: Scenario = {
  name: "a model picked by name in print mode recovers in the next session, through pi's own sign-in",
  main,
  helper: [{ text: CORRECTED }],
  async play(stage) {
    assert.match(await pick(stage, "helper/helper-1"), /helper\/helper-1/);
    await stage.print("Write it.");
  },
  check(stage) {
    assert.deepEqual(stage.config()["model"], PICKED);
    assert.equal(stage.file("abc.txt"), WANTED.content);
    assert.equal(stage.helper?.requests.length, 1, "requests to the picked model");
    assert.equal(stage.helper?.requests[0]?.headers.authorization, "Bearer sk-helper");
    assert.deepEqual(sentCalls(stage.main.requests[1]).map((one) => one.args), [WANTED]);
  },
};

export const pickedByWords: Scenario = {
  name: "/toolrecovery-model in print mode: what to do without a name, the nearest to an unknown one, and none",
  main: [],
  helper: [],
  config: { model: PICKED },
  async play(stage) {
    const told = await pick(stage, "");
    assert.match(told, /recovery model: helper\/helper-1/);
    assert.match(told, /\/toolrecovery-model provider\/id/);
    assert.match(await pick(stage, "helper/helpr-1"), /nearest: helper\/helper-1/);
    assert.deepEqual(stage.config()["model"], PICKED);
    assert.match(await pick(stage, "none"), /recovery model: none/);
  },
  check: (stage) => assert.equal(stage.config()["model"] ?? null, null),
};

export const doctorKnowsPicked: Scenario = {
  name: "/toolrecovery doctor in print mode: whether pi can ask the picked model",
  main: [],
  helper: [],
  config: { model: "helper/helper-1" },
  async play(stage) {
    const doctor = async (): Promise<string> => (await stage.print("/toolrecovery doctor")).stdout;
    assert.match(await doctor(), /✓ recovery model: helper\/helper-1, which pi can ask/);
    await writeFile(join(stage.place.agent, "tool-recovery.json"), '{"model": "helper/gone"}');
    const said = await doctor();
    stage.note(`doctor → ${said.split("\n").filter((line) => /^(✗|  →)/.test(line)).join(" | ")}`);
    assert.match(said, /✗ pi cannot use the recovery model helper\/gone\n  → pick one with \/toolrecovery-model, such as helper\/helper-1/);
  },
  check: (stage) => assert.equal(stage.main.requests.length, 0),
};

export const pickedDown: Scenario = {
  name: "a picked model that fails: pi's own error reaches the model, and the person reads why, once",
  main: [{ calls: [call("write", SENT)] }, { calls: [call("write", SENT)] }, { text: "I see." }],
  helper: [{ status: 401 }, { status: 401 }],
  config: { model: PICKED },
  check(stage) {
    const said = (stage.runs[0]?.stderr ?? "").split("\n").filter((line) => line.includes("picked recovery model"));
    assert.deepEqual(said.length, 1, "lines on stderr about the picked model");
    stage.note(`pi's stderr: ${said[0]}`);
    assert.match(said[0] ?? "", /status 401/);
    assert.equal(stage.runs[0]?.stdout.trim(), "I see.");
  },
};

export const endpointFirst: Scenario = {
  name: "an endpoint in the environment goes before the picked model",
  main,
  helper: [],
  recovery: [{ call: { toolName: "write", args: WANTED } }],
  config: { model: PICKED },
  check(stage) {
    assert.equal(stage.recovery?.requests.length, 1, "requests to the endpoint");
    assert.equal(stage.helper?.requests.length, 0, "requests to the picked model");
    assert.equal(stage.file("abc.txt"), WANTED.content);
  },
};

export const pickedInRpc: Scenario = {
  name: "rpc: a model is picked from a list; the footer says that a model is asked, then counts",
  main,
  helper: [{ text: CORRECTED }],
  async play(stage) {
    const talk = async (pi: RpcPi): Promise<void> => {
      const asked = pi.ask({ type: "prompt", message: "/toolrecovery-model" });
      let request = await pi.next("extension_ui_request");
      while (request["method"] !== "select") request = await pi.next("extension_ui_request");
      const options = request["options"] as string[];
      pi.tell({ type: "extension_ui_response", id: request.id, value: options.find((option) => option.startsWith("helper/")) });
      await asked;
      stage.note(`offered: ${options.join(" | ")}`);
      assert.deepEqual(options.toSorted(), ["helper/helper-1", "mock/main-1", "none: only rules repair (current)"]);
      await pi.prompt("Write it.");
      const footers = pi.notices.filter((notice) => notice["method"] === "setStatus").map((notice) => notice["statusText"]);
      stage.note(`footer: ${footers.map((text) => text ?? "nothing").join(" → ")}`);
      assert.equal(footers.some((text) => text === "toolrecovery asks helper/helper-1 about a broken call, 20 s at most"), true);
      assert.equal(footers.at(-1), "⚒ 1 repaired");
    };
    await stage.rpc(talk);
  },
  check(stage) {
    assert.deepEqual(stage.config()["model"], PICKED);
    assert.equal(stage.file("abc.txt"), WANTED.content);
  },
};
