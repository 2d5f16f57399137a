// Draws the pictures of README.md and docs/ from real runs: a real pi in a terminal against scripted models, the real audit.
import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { type Place, writeModels } from "../../tests/e2e/host.ts";
import { call, startMainModel, type Step } from "../../tests/e2e/main_model.ts";
import { PI } from "../../tests/e2e/pis.ts";
import { TuiPi } from "../../tests/e2e/tui_mode.ts";
import { screenSvg } from "./screen_svg.ts";
import { writeSessions } from "./sessions.ts";

const PICTURES = join(import.meta.dirname, "..", "..", "docs", "pictures");
const SIZE = { columns: 80, rows: 70 };
const PAGE = { width: 900, height: 1025 };

const NOTES = "# Release\n\n- the parser reads comments\n- `--quiet` is quiet\n";
const shown: Step[] = [
  { calls: [call("write", { filename: "notes.md", content: NOTES })] },
  { calls: [call("edit", { file_path: "notes.md", edits: JSON.stringify([{ oldText: "- `--quiet` is quiet", newText: "- `--quiet` says nothing" }]) })] },
  { text: "The notes are written." },
];
const read = (args: object): Step => ({ calls: [call("read", args)] });
const write = (args: object): Step => ({ calls: [call("write", args)] });
const bash = (name: string, args: object): Step => ({ calls: [call(name, args)] });
/** A session of a model that slips often. */
const more: Step[] = [
  read({ file_path: "notes.md", offset: null, limit: "20" }),
  read({ file: "notes.md", limit: "5" }),
  read({ path: "notes.md", limit: null }),
  read({ file_path: "notes.md" }),
  write({ filename: "a.txt", content: "one" }),
  write({ file_path: "b.txt", content: "two" }),
  write({ path: "c.txt", text: "three" }),
  write({ path: "d.json", content: { four: 4 } }),
  bash("Bash", { command: "ls" }),
  bash("functions.bash", { cmd: "ls", timeout: "5" }),
  bash("run_shell_command", { command: "ls" }),
  bash("bash", { cmd: "ls -a" }),
  { calls: [{ name: "bash", args: "{'command': 'ls', 'timeout': 5,}" }] },
  { calls: [{ name: "write", args: '{"path": "e.txt", "content": "five",}' }] },
  write({ path: "f.txt", content: null }),
  { text: "That is all." },
];

async function terminal(): Promise<void> {
  const root = mkdtempSync(join(tmpdir(), "pictures-"));
  const home = join(root, "home");
  const place: Place = { root, home, agent: join(home, ".pi", "agent"), work: join(home, "project") };
  for (const folder of [place.agent, place.work]) mkdirSync(folder, { recursive: true });
  const model = await startMainModel([...shown, ...more]);
  writeModels(place, model.baseUrl, undefined);
  writeFileSync(join(place.agent, "tool-recovery.json"), JSON.stringify({ verbose: true, journal: "full" }));
  writeFileSync(join(place.agent, "settings.json"), JSON.stringify({ theme: "dark" }));
  const pi = new TuiPi(PI, place, { stdout: "", stderr: "", code: null });
  /** The screen from one line to another, empty lines that follow each other as one. */
  const keep = async (name: string, from: string, to: string, title: string): Promise<void> => {
    const lines = (await pi.colours()).split("\n").filter((line, at, all) => line.trim() !== "" || all[at - 1]?.trim() !== "");
    const first = lines.findIndex((line) => line.includes(from));
    const last = lines.findIndex((line, at) => at > first && line.includes(to));
    if (first === -1 || last === -1) throw new Error(`the screen does not show ${from} and ${to}`);
    writeFileSync(join(PICTURES, `${name}.svg`), screenSvg(lines.slice(first, last + 1), SIZE.columns, title));
  };
  try {
    await pi.start({}, SIZE);
    await pi.say("/toolrecovery status");
    await pi.shows("toolrecovery is on");
    await pi.say("Write the release notes.");
    await pi.shows("The notes are written.");
    await pi.shows("⚒ 2 repaired");
    await keep("repaired", "Write the release notes.", "⚒ 2 repaired", "pi runs two calls that toolrecovery repaired");
    await pi.say("/toolrecovery why");
    await pi.shows("pi would have said");
    await keep("why", "#2", "pi would have said", "/toolrecovery why: the call before and after, what was wrong, which rules");
    await pi.say("Tidy up.");
    await pi.shows("That is all.");
    await pi.say("/toolrecovery stats");
    await pi.shows("by day");
    await keep("stats", "calls repaired in the last", /* the only day */ new Date().getFullYear().toString(), "/toolrecovery stats: repairs by tool, rule, model and day");
  } finally {
    await pi.kill();
    await model.stop();
    rmSync(root, { recursive: true, force: true, maxRetries: 3 });
  }
}

function audit(): void {
  const root = mkdtempSync(join(tmpdir(), "pictures-"));
  const [sessions, page] = [join(root, "sessions"), join(root, "audit.html")];
  mkdirSync(sessions);
  try {
    writeSessions(sessions);
    execFileSync("python", ["-m", "sidecar", "audit", sessions, "--html", page], { stdio: ["ignore", "ignore", "inherit"] });
    const size = `--window-size=${PAGE.width},${PAGE.height}`;
    const browser = process.env["CHROMIUM"] ?? "chromium";
    const picture = `--screenshot=${join(PICTURES, "audit.png")}`;
    execFileSync(browser, ["--headless", "--no-sandbox", "--hide-scrollbars", size, picture, pathToFileURL(page).href], { stdio: "ignore" });
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

await terminal();
audit();
