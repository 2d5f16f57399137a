// Speaks `pi --mode rpc`: commands out, responses by id, every other record kept in order.
import type { ChildProcessWithoutNullStreams } from "node:child_process";
import { EventEmitter, once } from "node:events";

export interface RpcRecord {
  type: string;
  id?: string;
  success?: boolean;
  error?: string;
  data?: Record<string, unknown>;
  [field: string]: unknown;
}

export class RpcPi {
  readonly records: RpcRecord[] = [];
  readonly #child: ChildProcessWithoutNullStreams;
  readonly #news = new EventEmitter();
  readonly #closed: Promise<unknown>;
  #gone = false;
  #rest = "";
  #sent = 0;
  #seen = 0;

  constructor(child: ChildProcessWithoutNullStreams) {
    this.#child = child;
    child.stdout.setEncoding("utf8").on("data", (text: string) => this.#read(text));
    child.stdin.on("error", () => undefined); // a dead pi is told by #closed
    this.#closed = once(child, "close").then(() => {
      this.#gone = true;
      this.#news.emit("record");
    });
  }

  tell(record: object): void {
    this.#child.stdin.write(`${JSON.stringify(record)}\n`);
  }

  /** Sends a command and gives its response, which has to be a success. */
  async ask(command: { type: string; [field: string]: unknown }): Promise<RpcRecord> {
    const id = `e2e-${++this.#sent}`;
    this.tell({ ...command, id });
    const response = await this.#find(0, (record) => record.type === "response" && record.id === id);
    if (!response.success) throw new Error(`pi refused ${JSON.stringify(command)}: ${response.error}`);
    return response;
  }

  /** The next record of this type that no earlier call of `next` has passed. */
  async next(type: string): Promise<RpcRecord> {
    const record = await this.#find(this.#seen, (one) => one.type === type);
    this.#seen = this.records.indexOf(record) + 1;
    return record;
  }

  /** Sends a prompt and waits until pi has nothing more to do. */
  async prompt(message: string): Promise<void> {
    const response = await this.ask({ type: "prompt", message });
    const disposition = response.data?.["disposition"] ?? (message.startsWith("/") ? "handled" : "started"); // an older pi does not say
    if (disposition === "started") await this.next("agent_settled");
  }

  /** What extensions said to the person: notices and footer lines. */
  get notices(): RpcRecord[] {
    return this.records.filter((record) => record.type === "extension_ui_request");
  }

  /** Closes pi's stdin and waits for its orderly end. */
  async stop(): Promise<void> {
    this.#child.stdin.end();
    await this.#closed;
  }

  async #find(from: number, test: (record: RpcRecord) => boolean): Promise<RpcRecord> {
    for (;;) {
      const found = this.records.slice(from).find(test);
      if (found) return found;
      if (this.#gone) throw new Error(`pi ended (code ${this.#child.exitCode}) while something was awaited`);
      await once(this.#news, "record");
    }
  }

  #read(text: string): void {
    const lines = (this.#rest + text).split("\n"); // not readline: U+2028 may stand inside a record
    this.#rest = lines.pop() ?? "";
    for (const line of lines) this.records.push(JSON.parse(line) as RpcRecord);
    this.#news.emit("record");
  }
}
