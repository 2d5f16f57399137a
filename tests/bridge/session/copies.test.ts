/** Several copies of the extension in one pi. */

import assert from "node:assert/strict";
import { EventEmitter } from "node:events";
import { test } from "node:test";
import { Copies } from "../../../pi-bridge/session/copies.ts";

/** pi's bus between extensions. */
function bus(): NonNullable<ConstructorParameters<typeof Copies>[0]> {
  const emitter = new EventEmitter();
  return {
    emit: (channel, data) => void emitter.emit(channel, data),
    on: (channel, handler) => {
      const heard = async (data: unknown): Promise<void> => handler(data);
      emitter.on(channel, heard);
      return () => void emitter.off(channel, heard);
    },
  };
}

test("the copy loaded first works, the ones after it do not, and it knows them", () => {
  const events = bus();
  const first = new Copies(events, "/a");
  const second = new Copies(events, "/b");
  const third = new Copies(events, "/c");
  assert.deepEqual([first.first, second.first, third.first], [undefined, "/a", "/a"]);
  assert.deepEqual(first.others, ["/b", "/c"]);
});

test("a session that is over leaves its place to the next one, whichever copy comes first", () => {
  const events = bus();
  new Copies(events, "/a").leave();
  assert.equal(new Copies(events, "/b").first, undefined);
  assert.equal(new Copies(events, "/a").first, "/b");
});

test("the same file again is no other copy", () => {
  const events = bus();
  const before = new Copies(events, "/a");
  assert.equal(new Copies(events, "/a").first, undefined);
  assert.deepEqual(before.others, []);
});

for (const [how, events] of [
  ["without a bus", undefined],
  ["whose bus has other methods", {}],
  ["whose bus throws", { emit: () => assert.fail("closed"), on: () => assert.fail("closed") }],
  ["whose bus gives nothing to leave by", { emit: () => {}, on: () => undefined as never }],
] as const) {
  test(`in a pi ${how} a copy works`, () => {
    const copies = new Copies(events, "/a");
    assert.equal(copies.first, undefined);
    copies.leave();
  });
}
