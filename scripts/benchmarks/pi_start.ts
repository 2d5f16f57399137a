// `pi -p` with a scripted model, from start to end, with and without the extension, in pairs: `node pi_start.ts PYTHON ROUNDS`.
import { Stage } from "../../tests/e2e/scenario.ts";

const [python = "python3", rounds = "10"] = process.argv.slice(2);
const times = { bare: [] as number[], extension: [] as number[] };

async function once(bare: boolean): Promise<number> {
  const stage = await Stage.set({ name: "start", main: [{ text: "Done." }], env: { TOOLRECOVERY_PYTHON: python }, check: () => {} });
  const started = performance.now();
  const run = await stage.print("Do nothing.", { bare });
  const took = performance.now() - started;
  if (run.code !== 0) throw new Error(`pi ended with ${run.code}: ${run.stderr}`);
  await stage.clear();
  return took;
}

for (let round = -1; round < Number(rounds); round++) {
  const order = round % 2 ? [true, false] : [false, true];
  for (const bare of order) {
    const took = await once(bare);
    if (round >= 0) times[bare ? "bare" : "extension"].push(took);
  }
}
console.log(JSON.stringify(times));
