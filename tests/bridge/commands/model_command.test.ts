/** `/toolrecovery-model`: what is offered, in which order, and what reaches the sidecar. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { completions, modelCommand, type PickContext } from "../../../pi-bridge/commands/model_command.ts";
import { peer, person, SAFE, sessionWith } from "../helpers.ts";

const model = (number: number) => ({ provider: "helper", id: `m-${number}`, name: `Model ${number}`, cost: { input: number, output: 9 } });
const many = (count: number) => Array.from({ length: count }, (_, number) => model(number));

interface Played {
  offered: string[][];
  asked: number;
  notes: string[];
}

/** A person who types the texts, then takes the option that begins with `choice`. */
async function play(args: string, models: object[], texts: (string | undefined)[], choice = "none", more: Partial<PickContext> = {}): Promise<Played> {
  const watcher = person();
  const session = sessionWith(peer("well_behaved"), watcher);
  const played: Played = { offered: [], asked: 0, notes: watcher.notes };
  const ui = {
    input: () => Promise.resolve(texts[played.asked++]),
    select: (_title: string, options: string[]) => {
      played.offered.push(options);
      return Promise.resolve(options.find((option) => option.startsWith(choice)));
    },
    notify: (text: string) => void watcher.notes.push(text),
  };
  const registry = { getAvailable: () => models };
  await modelCommand(session, args, { hasUI: true, modelRegistry: registry, ui, ...more } as unknown as PickContext);
  await session.stop();
  return played;
}

test("a few are shown with price and current choice, the session's own first, and nobody last", SAFE, async () => {
  const { offered, asked, notes } = await play("", many(4), [], "helper/m-3", { scopedModels: [{ model: model(3) }] } as never);
  const price = (number: number) => `  $${number} in, $9 out per million tokens`;
  const wanted = [3, 0, 1, 2].map((number) => `helper/m-${number}${price(number)}${number === 2 ? " (current)" : ""}`);
  assert.deepEqual(offered, [[...wanted, "none: only rules repair"]]);
  assert.equal(asked, 0);
  assert.deepEqual(notes, ["picked helper/m-3 of 4"]);
});

test("many are narrowed first, again where nothing fits, and nobody can be chosen", SAFE, async () => {
  const { offered, notes } = await play("", many(300), ["qwen", "MODEL 29"], "none");
  assert.equal(offered[0]?.length, 14, "29, 129, 229 and 290 to 299, and nobody");
  assert.deepEqual(notes, ['no model has "qwen" in its name', "picked none of 300"]);
});

test("all of them are shown to who wants to see all", SAFE, async () => {
  assert.equal((await play("", many(300), [""])).offered[0]?.length, 301);
});

test("who turns away at the question or at the list changes nothing", SAFE, async () => {
  assert.deepEqual((await play("", many(300), [undefined])).notes, []);
  assert.deepEqual((await play("", many(3), [], "nothing like this")).notes, []);
});

test("a name needs no list, and neither does print mode", SAFE, async () => {
  assert.deepEqual((await play(" helper/m-1 ", many(300), [])).notes, ["picked helper/m-1 of 300"]);
  const { offered, notes } = await play("", many(300), [], "none", { hasUI: false });
  assert.deepEqual([offered, notes], [[], ["picked  of 300"]]);
});

test("names complete by their beginning, with the provider or without, a screenful at most; a whole name by nothing", () => {
  const registry = { getAvailable: () => many(300) } as unknown as PickContext["modelRegistry"];
  const values = (prefix: string) => completions(registry, prefix)?.map(({ value }) => value);
  assert.equal(values("")?.length, 50);
  assert.deepEqual(values("m-299"), ["helper/m-299"]);
  assert.deepEqual(values("non"), ["none"]);
  assert.equal(values("zzz"), undefined);
  assert.equal(values("-299"), undefined);
  assert.equal(values("helper/m-299"), undefined);
  assert.equal(values("none"), undefined);
  assert.deepEqual(completions(undefined, ""), [{ value: "none", label: "none" }]);
});
