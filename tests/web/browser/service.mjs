// A service of our own for the browser tests, on a database that is thrown away, and what is asked of it directly.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../../..", import.meta.url));

/** A port that nobody listens on. */
async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address();
  server.close();
  await once(server, "close");
  return port;
}

export class Service {
  /** Starts one, with a database that `prepare` may have filled, and more settings. */
  static async start(prepare = () => {}, settings = {}) {
    const service = new Service();
    service.settings = settings;
    service.folder = mkdtempSync(join(tmpdir(), "placa-web-"));
    await prepare(service.database);
    service.port = await freePort();
    await service.run();
    return service;
  }

  get database() {
    return join(this.folder, "placa.db");
  }

  get url() {
    return `http://127.0.0.1:${this.port}`;
  }

  async run() {
    const limits = { PLACA_LIMIT_MOVES: "off", PLACA_LIMIT_READS: "off", PLACA_LIMIT_CREATION: "off", PLACA_LIMIT_REGISTRATION: "off" };
    const env = { ...process.env, ...limits, PLACA_LISTEN: `127.0.0.1:${this.port}`, DATABASE_URL: `sqlite://${this.database}`, RUST_LOG: "warn", PLACA_GRACE: "1", ...this.settings };
    const target = process.env.CARGO_TARGET_DIR ?? join(root, "target");
    this.process = spawn(join(target, "debug/placa"), { env, stdio: ["ignore", "inherit", "inherit"] });
    await until(async () => (await fetch(`${this.url}/readyz`).catch(() => null))?.ok, "the service is ready");
  }

  /** Stops it; the database stays. */
  async halt() {
    const gone = once(this.process, "exit");
    this.process.kill("SIGTERM");
    await gone;
  }

  async end() {
    await this.halt();
    rmSync(this.folder, { recursive: true });
  }

  /** Asks it something; whatever is no success is an error. */
  async ask(token, method, path, body) {
    const headers = { ...(token && { Authorization: `Bearer ${token}` }), ...(body && { "Content-Type": "application/json" }) };
    const response = await fetch(this.url + path, { method, headers, body: body && JSON.stringify(body) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${text}`);
    return text && JSON.parse(text);
  }

  /** A new player: name, id and token. */
  async player(name) {
    const { player, token } = await this.ask(null, "POST", "/v1/players", { name });
    return { ...player, token };
  }

  /** A running game of these players. */
  async game(offer, players) {
    const [owner, ...others] = players;
    const { id } = await this.ask(owner.token, "POST", "/v1/games", { seats: players.length, ...offer });
    for (const { token } of others) await this.ask(token, "POST", `/v1/games/${id}/seats`, {});
    return id;
  }
}

/** Waits until something holds; each look is cheap. */
export async function until(holds, what, seconds = 30) {
  const end = Date.now() + seconds * 1000;
  while (Date.now() < end) {
    const held = await holds();
    if (held) return held;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`in ${seconds} seconds it did not come to this: ${what}`);
}
