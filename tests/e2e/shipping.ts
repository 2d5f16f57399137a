// What a person can get the package from, on this machine alone: a registry on loopback, a repository, a folder.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { delimiter, dirname, join } from "node:path";
import { pythonIn } from "../../pi-bridge/python/environment.ts";
import { REPO, type Place } from "./host.ts";

export const MANIFEST = JSON.parse(readFileSync(join(REPO, "package.json"), "utf8"));
const WHEELHOUSE = join(REPO, ".venv", "wheelhouse");
export const GIT_SOURCE = "git:github.com/example/toolrecovery";

/** Nothing but loopback and the wheelhouse, and a Python that the wheels are for. */
export function shipped(place: Place, registry: string): Record<string, string> {
  const base = output(pythonIn(join(REPO, ".venv")), ["-c", "import sys; print(sys._base_executable)"], place.work);
  return {
    PATH: [dirname(process.execPath), dirname(base), process.env["PATH"]].join(delimiter),
    PIP_NO_INDEX: "1",
    PIP_FIND_LINKS: WHEELHOUSE,
    UV_OFFLINE: "1",
    UV_FIND_LINKS: WHEELHOUSE,
    npm_config_registry: registry,
    npm_config_update_notifier: "false",
    GIT_CONFIG_COUNT: "1",
    GIT_CONFIG_KEY_0: `url.${join(place.root, "clone")}.insteadOf`,
    GIT_CONFIG_VALUE_0: "https://github.com/example/toolrecovery",
  };
}

/** A registry that has one package: this one, as `npm pack` makes it. */
export class Registry {
  readonly url: string;
  readonly bytes: number;
  readonly #server: Server;

  private constructor(server: Server, bytes: number) {
    this.#server = server;
    this.bytes = bytes;
    this.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  static async start(place: Place): Promise<Registry> {
    const packed = JSON.parse(output("npm", ["pack", "--json", "--pack-destination", place.root], REPO))[0];
    const tarball = readFileSync(join(place.root, packed.filename));
    const server = createServer((request, response) => {
      if (request.url?.endsWith(".tgz")) return response.end(tarball);
      if (request.url !== "/toolrecovery") return response.writeHead(404).end("{}");
      const dist = { tarball: `http://${request.headers.host}/${packed.filename}`, integrity: packed.integrity };
      const versions = { [MANIFEST.version]: { ...MANIFEST, dist } };
      return response.end(JSON.stringify({ name: "toolrecovery", "dist-tags": { latest: MANIFEST.version }, versions }));
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    return new Registry(server, tarball.length);
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A repository of what is under version control here, less the tests: nothing installed in it, no Python environment. */
export function makeClone(place: Place): string {
  const clone = join(place.root, "clone");
  const files = output("git", ["ls-files", "-z", "--cached", "--others", "--exclude-standard"], REPO).split("\0");
  for (const name of files.filter((name) => name !== "" && !name.startsWith("tests/"))) {
    mkdirSync(dirname(join(clone, name)), { recursive: true });
    cpSync(join(REPO, name), join(clone, name));
  }
  const git = (...words: string[]): string => output("git", ["-c", "user.name=e2e", "-c", "user.email=e2e@localhost", ...words], clone);
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "all");
  return clone;
}

function output(file: string, args: readonly string[], cwd: string): string {
  const shell = process.platform === "win32"; // npm is npm.cmd there
  const { status, stdout, stderr, error } = spawnSync(file, args, { cwd, encoding: "utf8", shell, maxBuffer: 1 << 26 });
  if (status !== 0) throw new Error(`${file} ${args.join(" ")} failed: ${error?.message ?? stderr}`);
  return stdout.trim();
}
