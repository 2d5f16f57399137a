// A vendor's server on a free loopback port: says one turn a request, and judges each request before it answers.
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { zstdDecompressSync } from "node:zlib";
import { type Json, record } from "./json.ts";
import { Serial, type Turn } from "./turn.ts";
import type { Sent, Vendor } from "./vendor.ts";

export class ApiServer {
  readonly vendor: Vendor;
  /** What was asked and what the vendor would say against it, since `expect`. */
  requests: { body: Json; violations: string[] }[] = [];
  readonly #server: Server;
  readonly #serial = new Serial();
  #turns: Turn[] = [];
  #sent: Sent = { thinking: new Map(), reasonedBy: new Map() };

  private constructor(vendor: Vendor) {
    this.vendor = vendor;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  static async start(vendor: Vendor): Promise<ApiServer> {
    const server = new ApiServer(vendor);
    server.#server.listen(0, "127.0.0.1");
    await once(server.#server, "listening");
    return server;
  }

  get baseUrl(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}${this.vendor.path}`;
  }

  /** Turns to say in a session that begins. */
  begin(turns: readonly Turn[]): void {
    this.#sent = { thinking: new Map(), reasonedBy: new Map() };
    this.requests = [];
    this.#turns = [...turns];
  }

  get unsaid(): number {
    return this.#turns.length;
  }

  async stop(): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    if (request.method !== "POST") return void response.writeHead(404).end();
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const whole = Buffer.concat(chunks);
    const bytes = request.headers["content-encoding"] === "zstd" ? zstdDecompressSync(whole) : whole; // Codex packs what it sends
    const body = record(JSON.parse(bytes.toString()));
    const turn = this.#turns.shift();
    const violations = this.vendor.judge(body, this.#sent);
    this.requests.push({ body, violations: turn ? violations : [...violations, "a request more than the script has turns"] });
    if (turn) this.vendor.stream(response, turn, this.#serial, this.#sent);
    else response.writeHead(400, { "content-type": "application/json" }).end('{"error": {"message": "the script is at its end"}}');
  }
}
