// `pi -p` with a scripted model, with and without the extension, in pairs: `node pi_start.ts PYTHON ROUNDS`.
// Prints the milliseconds from its start until the model is asked, and until pi has ended.
import { Stage } from "../../tests/e2e/scenario.ts";

const [python = "python3", rounds = "10"] = process.argv.slice(2);
const KINDS = ["bare", "extension"] as const;
const times = { bare: [] as number[][], extension: [] as number[][] };

async function once(bare: boolean): Promise<number[]> {
  const stage = await Stage.set({ name: "start", main: [{ text: "Done." }], env: { TOOLRECOVERY_PYTHON: python }, check: () => {} });
  const started = performance.now();
  const passed = (): number => performance.now() - started;
  const asked = stage.main.arrival(1).then(passed);
  const run = await stage.print("Do nothing.", { bare });
  const ended = passed();
  if (run.code !== 0) throw new Error(`pi ended with ${run.code}: ${run.stderr}`);
  await stage.clear();
  return [await asked, ended];
}

for (let round = -1; round < Number(rounds); round++) {
  for (const kind of round % 2 ? KINDS : KINDS.toReversed()) {
    const took = await once(kind === "bare");
    if (round >= 0) times[kind].push(took);
  }
}
console.log(JSON.stringify(times));
