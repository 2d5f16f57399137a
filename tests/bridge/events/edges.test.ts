/** Small parts with a logic of their own: which settings, which bytes are frames, which lines are kept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameGuard } from "../../../pi-bridge/sidecar/frame_guard.ts";
import { LineTail } from "../../../pi-bridge/sidecar/line_tail.ts";
import { pythonEnv } from "../../../pi-bridge/python/choose.ts";

test("Python's settings stay behind, the sidecar's and the rest go along", () => {
  const env = { PYTHONPATH: "/x", PYTHONHOME: "/y", PYTHONSAFEPATH: "1", PATH: "/bin", TOOLRECOVERY_MODEL_ID: "m" };
  assert.deepEqual(pythonEnv(env), { PATH: "/bin", TOOLRECOVERY_MODEL_ID: "m", PYTHONNOUSERSITE: "1" });
});

const see = (guard: FrameGuard, text: string) => guard.see(Buffer.from(text));

test("frames pass however they are cut", () => {
  const frame = 'Content-Length: 7\r\n\r\n{"a":1}';
  const whole = new FrameGuard();
  assert.equal(see(whole, frame.repeat(3)), undefined);
  const bytes = new FrameGuard();
  for (const byte of frame.repeat(3)) assert.equal(see(bytes, byte), undefined);
});

test("other headers pass", () => {
  const guard = new FrameGuard();
  assert.equal(see(guard, "Content-Type: text/json\r\ncontent-length: 2\r\n\r\n{}"), undefined);
});

for (const [name, text, reason] of [
  ["a header without a length", "Hello: there\r\n\r\n", /something else than frames/],
  ["text without an end", "x".repeat(600), /something else than frames/],
  ["a length that is no number", "Content-Length: many\r\n\r\n", /something else than frames/],
  ["a frame over the limit", "Content-Length: 67108865\r\n\r\n", /67108865 bytes/],
  ["a thousand and one frames", "Content-Length: 2\r\n\r\n{}".repeat(1001), /flooded/],
] as const) {
  test(`${name} is broken`, () => assert.match(see(new FrameGuard(), text) ?? "", reason));
}

test("frames that answer are no flood", () => {
  const guard = new FrameGuard();
  for (let request = 0; request < 3; request += 1) {
    guard.sent();
    assert.equal(see(guard, "Content-Length: 2\r\n\r\n{}".repeat(900)), undefined);
  }
});

test("the last lines are kept, short, and the last of them that say something are found", () => {
  const tail = new LineTail();
  for (let line = 0; line < 500; line += 1) tail.add(`line ${line}\n`);
  tail.add("x".repeat(9000));
  tail.add("y\nthe e");
  tail.add("nd\r\n\n  \n");
  assert.equal(tail.lines.length, 200);
  assert.equal(Math.max(...tail.lines.map((line) => line.length)), 2000);
  assert.deepEqual(tail.last(1), ["the end"]);
  assert.deepEqual(tail.last().slice(0, 2), ["line 494", "line 495"]);
});
