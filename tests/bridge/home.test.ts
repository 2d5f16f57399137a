/** No test of the bridge can reach the files of whoever runs it. */

import assert from "node:assert/strict";
import { homedir, userInfo } from "node:os";
import { test } from "node:test";
import { getAgentDir } from "@earendil-works/pi-coding-agent";

test("the home of a test is nobody's, and pi's agent directory is in it", () => {
  assert.notEqual(homedir(), userInfo().homedir);
  assert.ok(getAgentDir().startsWith(homedir()));
});
