// An extension that brings pi down when it is told to: by a throw outside of any handler, or at once.
export default function crash(): void {
  process.once("SIGUSR2", () => {
    if (process.env["CHAOS_CRASH"] === "abort") process.abort();
    throw new Error("an extension's fault");
  });
}
