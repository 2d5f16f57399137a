/** Which lines of a log are kept. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { LineTail } from "../../../pi-bridge/sidecar/line_tail.ts";

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
