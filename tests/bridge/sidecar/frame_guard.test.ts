/** Which output of a sidecar is frames, and how much of it is accepted. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { FrameGuard } from "../../../pi-bridge/sidecar/frame_guard.ts";

const check = (guard: FrameGuard, text: string) => guard.check(Buffer.from(text));

test("frames pass however they are cut", () => {
  const frame = 'Content-Length: 7\r\n\r\n{"a":1}';
  const whole = new FrameGuard();
  assert.equal(check(whole, frame.repeat(3)), undefined);
  const bytes = new FrameGuard();
  for (const byte of frame.repeat(3)) assert.equal(check(bytes, byte), undefined);
});

test("other headers pass", () => {
  const guard = new FrameGuard();
  assert.equal(check(guard, "Content-Type: text/json\r\ncontent-length: 2\r\n\r\n{}"), undefined);
});

for (const [name, text, reason] of [
  ["a header without a length", "Hello: there\r\n\r\n", /something else than frames/],
  ["text without an end", "x".repeat(600), /something else than frames/],
  ["a length that is no number", "Content-Length: many\r\n\r\n", /something else than frames/],
  ["a frame over the limit", "Content-Length: 67108865\r\n\r\n", /67108865 bytes/],
  ["a thousand and one frames", "Content-Length: 2\r\n\r\n{}".repeat(1001), /flooded/],
] as const) {
  test(`${name} is broken`, () => assert.match(check(new FrameGuard(), text) ?? "", reason));
}

test("frames that answer are no flood", () => {
  const guard = new FrameGuard();
  for (let request = 0; request < 3; request += 1) {
    guard.sent();
    assert.equal(check(guard, "Content-Length: 2\r\n\r\n{}".repeat(900)), undefined);
  }
});
