/** Bytes of a peer's stdout → why they are no bounded stream of frames, or undefined while they are. */

const HEADER_BYTES = 512; // "Content-Length: 67108864\r\n\r\n" takes 28
const FRAME_BYTES = 64 * 1024 * 1024; // PROTOCOL.md's limit
const NO_FRAME = "the sidecar wrote something else than frames to its output";
const HEADERS_END = "\r\n\r\n";

// vscode-jsonrpc's reader would keep a header that never ends, and rescan it with each chunk; its queue takes
// any number of messages. A sidecar sends a handful for each one it gets.
const UNASKED_FRAMES = 1000;
const UNASKED_BYTES = 2 * FRAME_BYTES;

export class FrameGuard {
  #header = "";
  #body = 0; // bytes of the current frame still to come
  #frames = 0;
  #bytes = 0;

  /** Something was sent to the peer: it may answer. */
  sent(): void {
    this.#frames = 0;
    this.#bytes = 0;
  }

  see(chunk: Buffer): string | undefined {
    this.#bytes += chunk.length;
    let at = 0;
    while (at < chunk.length) {
      if (this.#body > 0) {
        const taken = Math.min(this.#body, chunk.length - at);
        this.#body -= taken;
        at += taken;
        continue;
      }
      const before = this.#header.length;
      this.#header += chunk.toString("latin1", at, at + HEADER_BYTES - before);
      const end = this.#header.indexOf(HEADERS_END);
      if (end === -1) {
        if (this.#header.length >= HEADER_BYTES) return NO_FRAME;
        break;
      }
      const length = /^content-length: *(\d{1,9})$/im.exec(this.#header.slice(0, end).replaceAll("\r", ""))?.[1];
      if (length === undefined) return NO_FRAME;
      if (Number(length) > FRAME_BYTES) return `the sidecar announced a frame of ${length} bytes`;
      at += end + HEADERS_END.length - before;
      this.#header = "";
      this.#body = Number(length);
      this.#frames += 1;
      if (this.#frames > UNASKED_FRAMES || this.#bytes > UNASKED_BYTES) return "the sidecar flooded its output";
    }
    return this.#bytes > UNASKED_BYTES ? "the sidecar flooded its output" : undefined;
  }
}
