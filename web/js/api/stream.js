// A log of the service that is followed as it grows, by server-sent events. A browser can't send a header with an
// EventSource, so each connection opens with a ticket, which is good once and for a short time.

import { Refused } from "./client.js";

/** @typedef {import("./client.js").Client} Client */

/** How long it waits after a break, in milliseconds: doubled at every further one. */
const FIRST_PAUSE = 1_000;
const LONGEST_PAUSE = 30_000;

/** Beyond the end of every log: the stream then begins at the end. What is older is on the pages already. */
const END = Number.MAX_SAFE_INTEGER;

export class Stream {
  /** @type {EventSource | null} */
  #source = null;
  #last = END;
  #pause = FIRST_PAUSE;
  #closed = false;

  /**
   * @param {Client} api
   * @param {string} path
   * @param {(item: any) => void} told of each item; none is left out when the connection breaks in between
   */
  constructor(api, path, told) {
    this.api = api;
    this.path = path;
    this.told = told;
    this.#open();
  }

  close() {
    this.#closed = true;
    this.#source?.close();
  }

  async #open() {
    try {
      const ticket = this.api.token && (await this.api.post("/v1/me/tickets")).ticket;
      if (!this.#closed) this.#listen(ticket);
    } catch (error) {
      // Who may not read will not be let in later either; everything else may be better in a while.
      if (!(error instanceof Refused && error.problem.status < 429)) this.#again();
    }
  }

  /** @param {string | null} ticket */
  #listen(ticket) {
    const query = new URLSearchParams({ after: String(this.#last), ...(ticket && { ticket }) });
    const source = new EventSource(`${this.path}?${query}`);
    this.#source = source;
    source.onopen = () => {
      this.#pause = FIRST_PAUSE;
    };
    source.addEventListener("reset", ({ data }) => {
      this.#last = JSON.parse(data).id;
    });
    source.onmessage = ({ data }) => {
      const item = JSON.parse(data);
      this.#last = item.id;
      this.told(item);
    };
    source.onerror = () => {
      // The browser would come again with the same ticket, which is spent. Why it broke it does not tell: asking does.
      source.close();
      this.api.get("/healthz").catch(() => {});
      this.#again();
    };
  }

  #again() {
    if (this.#closed) return;
    setTimeout(() => this.#closed || this.#open(), this.#pause);
    this.#pause = Math.min(this.#pause * 2, LONGEST_PAUSE);
  }
}
