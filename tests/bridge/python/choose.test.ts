/** The environment variables that the sidecar is started with. */

import assert from "node:assert/strict";
import { test } from "node:test";
import { pythonEnv } from "../../../pi-bridge/python/choose.ts";

test("Python's settings stay behind, the sidecar's and the rest go along", () => {
  const env = { PYTHONPATH: "/x", PYTHONHOME: "/y", PYTHONSAFEPATH: "1", PATH: "/bin", TOOLRECOVERY_MODEL_ID: "m" };
  assert.deepEqual(pythonEnv(env), { PATH: "/bin", TOOLRECOVERY_MODEL_ID: "m", PYTHONNOUSERSITE: "1" });
});
