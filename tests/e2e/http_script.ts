// An HTTP server on a free loopback port that answers from a script and remembers what it was asked.
import { EventEmitter, once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

export interface ChatCall {
  id: string;
  type: string;
  function: { name: string; arguments: string };
}

export interface ChatMessage {
  role: string;
  content?: unknown;
  tool_calls?: ChatCall[];
  tool_call_id?: string;
}

export interface ChatRequest {
  model: string;
  messages: ChatMessage[];
  [field: string]: unknown;
}

export interface Exchange {
  path: string;
  headers: IncomingMessage["headers"];
  body: ChatRequest;
  answered: boolean;
  hungUp: boolean;
  /** An answer that is held waits until `letGo` is called. */
  letGo: () => void;
  readonly released: Promise<void>;
}

export type Reply = (exchange: Exchange, index: number, response: ServerResponse) => void | Promise<void>;

export class ScriptedServer {
  readonly requests: Exchange[] = [];
  readonly #events = new EventEmitter();
  readonly #server: Server;
  #origin = "";

  private constructor(reply: Reply) {
    this.#server = createServer((request, response) => {
      if (request.method === "GET") return void response.writeHead(404).end(); // `doctor` asks a server who it is
      let text = "";
      request.setEncoding("utf8");
      request.on("data", (piece: string) => (text += piece));
      request.on("end", () => this.#answer(request, response, text, reply));
    });
  }

  static async start(reply: Reply): Promise<ScriptedServer> {
    const scripted = new ScriptedServer(reply);
    scripted.#server.listen(0, "127.0.0.1");
    await once(scripted.#server, "listening");
    const { port } = scripted.#server.address() as AddressInfo;
    scripted.#origin = `http://127.0.0.1:${port}`;
    return scripted;
  }

  get baseUrl(): string {
    return `${this.#origin}/v1`;
  }

  /** The request number `count` (from 1), as soon as it has come. */
  async arrival(count: number): Promise<Exchange> {
    for (;;) {
      const exchange = this.requests[count - 1];
      if (exchange) return exchange;
      await once(this.#events, "request");
    }
  }

  /** Waits until the client of `exchange` closed its connection unanswered. */
  async hangUp(exchange: Exchange): Promise<void> {
    while (!exchange.hungUp) await once(this.#events, "hang-up");
  }

  async stop(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }

  #answer(request: IncomingMessage, response: ServerResponse, text: string, reply: Reply): void {
    const body = JSON.parse(text || "{}") as ChatRequest;
    let letGo = (): void => undefined;
    const released = new Promise<void>((resolve) => (letGo = resolve));
    const exchange = { path: request.url ?? "", headers: request.headers, body, answered: false, hungUp: false, letGo, released };
    response.on("finish", () => (exchange.answered = true));
    response.on("close", () => {
      exchange.hungUp = !exchange.answered;
      if (exchange.hungUp) this.#events.emit("hang-up");
    });
    this.requests.push(exchange);
    this.#events.emit("request");
    void reply(exchange, this.requests.length - 1, response);
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown, headers = {}): void {
  response.writeHead(status, { "content-type": "application/json", ...headers });
  response.end(JSON.stringify(body));
}
