/** A wait that can be ended early, and during which the process may exit. */
export class Pause {
  readonly over: Promise<void>;
  #timer: NodeJS.Timeout | undefined;
  #resolve: () => void = () => {};

  constructor(ms: number) {
    this.over = new Promise((resolve) => {
      this.#resolve = resolve;
      this.#timer = setTimeout(resolve, ms);
      this.#timer.unref();
    });
  }

  end(): void {
    clearTimeout(this.#timer);
    this.#resolve();
  }
}
