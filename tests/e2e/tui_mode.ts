// Drives pi's terminal UI as a person does: keys in, the screen out, in a tmux server of its own.
import { execFile, execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { type PiOptions, type PiRun, type Place, piCommand } from "./host.ts";
import type { Pi } from "./pis.ts";

const ASK_AGAIN_MS = 40;
const HANG_MS = 40_000; // nothing is measured by it: a screen that never shows the text is a failure that has to be told

export interface ScreenSize {
  columns: number;
  rows: number;
}

export function hasTmux(): boolean {
  try {
    execFileSync("tmux", ["-V"]);
    return true;
  } catch {
    return false;
  }
}

export class TuiPi {
  readonly #pi: Pi;
  readonly #place: Place;
  readonly #socket: string;
  readonly #ending: string; // where the shell writes pi's exit code; tmux does not always know it
  readonly #run: PiRun;

  constructor(pi: Pi, place: Place, run: PiRun) {
    this.#pi = pi;
    this.#place = place;
    this.#socket = join(place.root, `tmux-${randomUUID().slice(0, 8)}`);
    this.#ending = `${this.#socket}.code`;
    this.#run = run;
  }

  async start(options: PiOptions, { columns, rows }: ScreenSize = { columns: 100, rows: 50 }): Promise<void> {
    const { file, args, cwd, env } = piCommand(this.#pi, this.#place, [], options);
    const noted = ["/bin/sh", "-c", '"$@"; echo $? >"$0"', this.#ending, file, ...args];
    const settings = ["extended-keys", "remain-on-exit"].flatMap((name) => ["set-option", "-g", name, "on", ";"]);
    const session = ["new-session", "-d", "-x", String(columns), "-y", String(rows), "-c", cwd, "--", ...noted];
    await this.#tmux(["-f", "/dev/null", "start-server", ";", ...settings, ...session], { ...env, COLORTERM: "truecolor" });
    // Before, pi does not take what is sent. A long session that goes on has scrolled the list of extensions away.
    await this.shows(options.args?.includes("-c") ? /main-1$/m : /^\[Extensions\]\n +\S/m);
  }

  /** Types this text, as it is. */
  async type(text: string): Promise<void> {
    await this.#tmux(["send-keys", "-l", "--", text]);
  }

  /** Presses keys by tmux's names for them: Enter, Escape, Down, C-u. */
  async press(...keys: string[]): Promise<void> {
    await this.#tmux(["send-keys", ...keys]);
  }

  /** Pastes a line, which opens no list of completions, and sends it. */
  async say(line: string): Promise<void> {
    await this.#tmux(["set-buffer", "--", line, ";", "paste-buffer", "-p", "-d", ";", "send-keys", "Enter"]);
  }

  /** What stands on the screen now and what has scrolled off it, without the blanks at the ends of lines. */
  async screen(): Promise<string> {
    this.#run.stdout = await this.#tmux(["capture-pane", "-p", "-S", "-"]);
    return this.#run.stdout;
  }

  /** The visible part, every line whole, with the escapes for its colours. */
  async colours(): Promise<string> {
    return this.#tmux(["capture-pane", "-p", "-e", "-N"]);
  }

  /** Waits until the screen shows it, and gives the screen. */
  async shows(wanted: string | RegExp): Promise<string> {
    return this.#until(`the screen never showed ${wanted}`, (screen) => has(screen, wanted));
  }

  async hides(unwanted: string | RegExp): Promise<string> {
    return this.#until(`the screen went on showing ${unwanted}`, (screen) => !has(screen, unwanted));
  }

  /** Tells pi to quit and waits for its orderly end. */
  async quit(): Promise<void> {
    await this.press("C-c", "C-d"); // clears the line; quits where it is empty
    const deadline = performance.now() + HANG_MS;
    while (!existsSync(this.#ending) || readFileSync(this.#ending, "utf8") === "") {
      if (performance.now() > deadline) throw new Error("pi was told to quit and did not end");
      await pause(ASK_AGAIN_MS);
    }
    this.#run.code = Number(readFileSync(this.#ending, "utf8"));
  }

  /** Ends pi, however it is, and the tmux server. */
  async kill(): Promise<void> {
    await this.#tmux(["kill-server"]).catch(() => undefined);
  }

  async #until(failure: string, test: (screen: string) => boolean): Promise<string> {
    const deadline = performance.now() + HANG_MS;
    for (;;) {
      const screen = await this.screen();
      if (test(screen)) return screen;
      if (performance.now() > deadline) throw new Error(failure);
      await pause(ASK_AGAIN_MS);
    }
  }

  async #tmux(args: readonly string[], env: NodeJS.ProcessEnv = process.env): Promise<string> {
    const { stdout } = await promisify(execFile)("tmux", ["-u", "-S", this.#socket, ...args], { env, encoding: "utf8" });
    return stdout;
  }
}

function has(screen: string, wanted: string | RegExp): boolean {
  return typeof wanted === "string" ? screen.includes(wanted) : wanted.test(screen);
}
