/** Which part of a failed result is the tool's, and which was added for the model. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { loadTui } from "../../../pi-bridge/drawing/tui.ts";
import { toldResults } from "../../../pi-bridge/drawing/told_results.ts";
import { toldBefore } from "../../../pi-bridge/session/record.ts";
import { Told } from "../../../pi-bridge/session/told.ts";

const text = (said: string) => ({ type: "text" as const, text: said });

test("what was added is taken off the result, once it is in it", () => {
  const told = new Told();
  told.add("1", "try a path");
  assert.deepEqual(told.part("1", [text("bad"), text("try a path")]), { content: [text("bad")], told: "try a path" });
  assert.deepEqual(told.part("1", [text("bad")]), { content: [text("bad")], told: "try a path" }, "as pi draws a refused call");
});

test("a result to which nothing was added is the tool's, whatever it says", () => {
  const told = new Told();
  told.add("1", "try a path");
  for (const content of [[text("bad"), text("try a path")], [{ type: "image" }], []]) assert.deepEqual(told.part("2", content), { content, told: undefined });
});

test("in a resumed session the last text of an explained result was added", () => {
  const told = new Told();
  const entry = (data: object) => ({ customType: "toolrecovery", data });
  const entries = [entry({ id: "1", told: true }), entry({ id: "2", stage: "rules", rules: [] }), { customType: "other", data: { id: "3", told: true } }];
  told.remember(toldBefore({ getBranch: () => entries }));
  const content = [text("bad"), text("try a path")];
  assert.deepEqual(told.part("1", content), { content: [text("bad")], told: "try a path" });
  for (const id of ["2", "3"]) assert.deepEqual(told.part(id, content), { content, told: undefined });
});

test("a refused call, which pi drew before, is drawn again when it is explained, and not after the next message", () => {
  const told = new Told();
  const drawn: string[] = [];
  for (const id of ["1", "2"]) told.drawn(id, () => drawn.push(id));
  told.add("1", "try a path");
  told.nextMessage();
  told.add("2", "try a path");
  assert.deepEqual(drawn, ["1"]);
});

const THEME = { fg: (_colour: string, said: string) => said, bold: (said: string) => said };
const HINTS = { keyHint: (_key: string, said: string) => `ctrl+o ${said}`, outputPad: 1, invalidate: () => {} };

async function draw(expanded: boolean, isError = true): Promise<string[]> {
  const tui = await loadTui({ mode: "tui" });
  if (!tui) return assert.fail("no components");
  const told = new Told();
  told.add("1", "try a path\nor two");
  const own = { renderResult: ({ content }: { content: { text: string }[] }) => new tui.Text(content.map((block) => block.text).join(), 0, 0) };
  const renderers = toldResults(told)("write", () => own as never);
  const context = { ...HINTS, toolCallId: "1", isError, lastComponent: undefined };
  const result = { content: [text("bad"), text("try a path\nor two")], details: undefined };
  const component = renderers?.renderResult?.(result, { expanded, isPartial: false }, THEME as never, context as never);
  return component?.render(60).map((line) => line.trimEnd()) ?? [];
}

test("it is one folded line below what the tool's own renderer draws", async () => {
  assert.deepEqual(await draw(false), ["bad", "", "⚒ what the model was told (ctrl+o to expand)"]);
});

test("it is whole where results are expanded", async () => {
  assert.deepEqual(await draw(true), ["bad", "", "⚒ what the model was told:", "try a path", "or two"]);
});

test("a result that is no error is drawn as it is", async () => {
  assert.deepEqual(await draw(false, false), ["bad,try a path", "or two"]);
});
