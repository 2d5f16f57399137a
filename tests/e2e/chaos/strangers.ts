// Something else than a sidecar at the other end of the pipes, and one whose log is a flood.
import { join } from "node:path";
import { slip, valid } from "./arena.ts";
import { type Fault, inArena, tally } from "./fault.ts";
import { linesOf, until } from "./processes.ts";

const PEERS = join(import.meta.dirname, "..", "..", "bridge", "peers");
const LONGEST_MS = 35_000; // the bridge gives a message 25 s; the rest is for a machine under load
const FLOOD_MB = 1024;
const POURED_MS = 60_000;

/** Valid calls: the file is there whatever the peer does. `messages` of them. */
const stranger = (peer: string, messages: number): Fault => ({
  name: `a peer that ${peer.replaceAll("_", " ")}`,
  inject: () => {
    const steps = Array.from({ length: messages }, (_, index) => ({ calls: [valid(`${index}`, `text ${index}`)] }));
    return inArena(steps, async (arena) => {
      const python = arena.interpreter([process.execPath, join(PEERS, `${peer}.mjs`)]);
      const pi = await arena.play({ env: arena.env(python) });
      const said = new Set(pi.notices.map((notice) => String(notice["statusText"] ?? notice["message"] ?? "")));
      const passed = arena.passed();
      return tally(passed, `${said.size} things said`, ({ how, ms }) => how === "ran" && ms < LONGEST_MS);
    });
  },
});

const floodedLog: Fault = {
  name: `${FLOOD_MB} MB on stderr while it works`,
  inject: () => {
    const steps = Array.from({ length: 50 }, (_, index) => ({ calls: [slip(`${index}`, `text ${index}`)] }));
    const poured = (log: string) => () => linesOf(log).some((line) => line.startsWith("poured"));
    let log = "";
    const last = { calls: [slip("last", "after the flood")], before: async () => void (await until(poured(log), POURED_MS)) };
    return inArena([...steps, last], async (arena) => {
      log = arena.log;
      await arena.play({ env: arena.env(arena.faulty(), { CHAOS_STDERR_MB: String(FLOOD_MB) }) });
      const note = poured(log)() ? "all of it read" : "the flood was never read";
      return tally(arena.passed(), note, ({ how }) => how === "ran" && poured(log)());
    });
  },
};

export const STRANGERS: readonly Fault[] = [
  ...["speaks_garbage", "speaks_bad_json", "dies_at_once", "dies_mid_frame", "floods_text", "floods_frames", "floods_stderr"].map((peer) =>
    stranger(peer, 6),
  ),
  ...["stops_mid_frame", "drips", "deaf", "silent"].map((peer) => stranger(peer, 4)),
  floodedLog,
];
