/** The page of settings: what keys do, and a value that could not be saved. */

import assert from "node:assert/strict";
import { setImmediate as nextTurn } from "node:timers/promises";
import { test } from "node:test";
import { initTheme } from "@earendil-works/pi-coding-agent";
import { settingsPage } from "../../../pi-bridge/drawing/settings_page.ts";
import { SAFE } from "../helpers.ts";

const SWITCHES = [
  { key: "verbose", value: "off", values: ["on", "off"], meaning: "One line." },
  { key: "journal", value: "shapes", values: ["shapes", "full", "off"], meaning: "What is kept." },
];
const [DOWN, RIGHT, LEFT, ESCAPE] = ["\x1b[B", "\x1b[C", "\x1b[D", "\x1b"];

interface Page {
  render(width: number): readonly string[];
  handleInput(data: string): void;
}

/** Presses the keys and gives what was saved and what the page shows then. `kept`: the value in force after each change. */
async function play(keys: readonly string[], kept: (value: string) => string | undefined = (value) => value) {
  initTheme();
  const saved: string[] = [];
  let shown = "";
  let closed = false;
  const custom = async (make: (...given: unknown[]) => Page): Promise<void> => {
    const theme = { fg: (_colour: string, text: string) => text, bold: (text: string) => text };
    const page = make({ requestRender: () => {} }, theme, undefined, () => (closed = true));
    for (const key of keys) page.handleInput(key);
    await nextTurn();
    shown = page.render(60).join("\n").replace(/\x1b\[[\d;]*m/g, "");
  };
  const drawn = await settingsPage({ mode: "tui", ui: { custom } as never }, "settings", SWITCHES, async (key, value) => {
    saved.push(`${key} ${value}`);
    return kept(value);
  });
  return { saved, shown, closed, drawn };
}

test("the page shows each setting with its value, and what the chosen one means", SAFE, async () => {
  const { shown, saved } = await play([]);
  assert.match(shown, /verbose +off\n +journal +shapes\n\s+One line\./);
  assert.deepEqual(saved, []);
});

test("left and right change the chosen one, up and down choose, Esc leaves", SAFE, async () => {
  const { saved, shown, closed } = await play([RIGHT, LEFT, DOWN, RIGHT, ESCAPE].map(String));
  assert.deepEqual(saved, ["verbose on", "verbose off", "journal full"]);
  assert.match(shown, /journal +full/);
  assert.equal(closed, true);
});

test("a value that could not be saved is put back; where nothing is known it stays", SAFE, async () => {
  assert.match((await play([String(RIGHT)], () => "off")).shown, /verbose +off/);
  assert.match((await play([String(RIGHT)], () => undefined)).shown, /verbose +on/);
});

test("where pi has no pages there is none", SAFE, async () => {
  const nothing = async (): Promise<undefined> => undefined;
  assert.equal(await settingsPage({ mode: "rpc", ui: { custom: () => assert.fail("no terminal") } }, "", SWITCHES, nothing), false);
  assert.equal(await settingsPage({ mode: "tui", ui: {} }, "", SWITCHES, nothing), false);
});
