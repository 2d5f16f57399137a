// Eight megabytes of log before the greeting: a full pipe would block a child that nobody listens to.
import { writeSync } from "node:fs";

for (let line = 0; line < 8192; line += 1) writeSync(2, `${line} ${"x".repeat(1016)}\n`);
writeSync(2, "y".repeat(1 << 20));
await import("./well_behaved.mjs");
