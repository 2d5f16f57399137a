/** Which other extensions are seen. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { extensions, type ViewedHost } from "../../../pi-bridge/pi/host.ts";
import { ROOT } from "../../../pi-bridge/pi/package.ts";

const owned = (...paths: unknown[]) => (() => paths.map((path) => ({ sourceInfo: { path } }))) as never;

test("extensions are seen on the command line, by their commands and by their tools; this one and pi's own are not", () => {
  const argv = ["node", "pi", "-e", "./repair.ts", "-p", "say -e", "--extension", "npm:other", "-e", join(ROOT, "pi-bridge"), "-e"];
  const pi: ViewedHost = {
    getCommands: owned("/x/repair.ts", join(ROOT, "pi-bridge", "index.ts"), undefined),
    getAllTools: owned("builtin:read", "<inline:mine>", "/x/tools.ts", "/x/repair.ts"),
  };
  assert.deepEqual(extensions(pi, argv), ["./repair.ts", "npm:other", "/x/repair.ts", "/x/tools.ts"]);
});

test("what a pi does not show is not told", () => {
  const throwing = (): never => assert.fail("not yet");
  assert.deepEqual(extensions({ getCommands: throwing, getAllTools: throwing }, []), []);
  assert.deepEqual(extensions({ getCommands: () => [{}, null] as never, getAllTools: () => "none" as never }, []), []);
});
