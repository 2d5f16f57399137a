// `node tests/e2e/apis/run.ts [--older] [--bare] [part of an API's or a scenario's name]`: what every vendor would refuse.
import "../../empty_home.mjs";
import { OLDER_PI, PI } from "../pis.ts";
import { PARTS, partTitle, playApis } from "./play_all.ts";

const words = process.argv.slice(2);
const filter = words.find((word) => !word.startsWith("--"))?.toLowerCase() ?? "";
const pi = words.includes("--older") ? OLDER_PI : PI;
const { passed, failed } = await playApis(
  pi,
  PARTS.filter((part) => partTitle(part, pi).toLowerCase().includes(filter)),
  2,
  words.includes("--bare"),
);
console.log(`pi ${pi.version}: ${passed} of ${passed + failed} accepted`);
process.exitCode = failed === 0 && passed > 0 ? 0 : 1;
