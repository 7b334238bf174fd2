// The one door to the service: typed by its OpenAPI document, with every failure as one of two errors.

/** @typedef {import("./types.js").Paths} Paths */
/** @typedef {import("./types.js").ProblemBody} ProblemBody */
/** @typedef {"get" | "post" | "put" | "patch" | "delete"} Method */

/**
 * What the answers below 300 of an operation hold.
 * @template O
 * @typedef {O extends {responses: infer R} ? Bodies<R[keyof R & (200 | 201 | 202 | 204)]> : never} Answer
 */
/**
 * @template R
 * @typedef {R extends {content: {"application/json": infer B}} ? B : undefined} Bodies
 */
/**
 * What an operation is sent.
 * @template O
 * @typedef {O extends {requestBody?: {content: {"application/json": infer B}}} ? B : undefined} Sent
 */
/**
 * @template O
 * @typedef {{
 *   path?: O extends {parameters: {path: infer V}} ? V : Record<string, never>,
 *   query?: O extends {parameters: {query?: infer Q}} ? Q : Record<string, never>,
 *   body?: Sent<O>,
 *   key?: string,
 *   signal?: AbortSignal,
 * }} Request
 */

/** The service answered, and the answer is no. */
export class Refused extends Error {
  /** @param {ProblemBody} problem */
  constructor(problem) {
    super(problem.detail);
    this.problem = problem;
  }
}

/** No answer came: no network, or no service. Whether the request arrived is not known. */
export class Unreachable extends Error {}

/** What is asked again by itself when it was not answered: an idempotency key makes that safe. */
const TRIES = 3;

export class Client {
  /** @param {string | null} token */
  constructor(token) {
    this.token = token;
    /** @type {(reachable: boolean) => void} Told whether the last request was answered. */
    this.onReach = () => {};
    /** @type {() => void} Told that the token is no longer good. */
    this.onSignedOut = () => {};
  }

  /**
   * @template {keyof Paths} P
   * @param {P} path
   * @param {Request<Paths[P]["get"]>} [request]
   * @returns {Promise<Answer<Paths[P]["get"]>>}
   */
  get(path, request) {
    return this.#call("get", path, request);
  }

  /**
   * @template {keyof Paths} P
   * @param {P} path
   * @param {Request<Paths[P]["post"]>} [request]
   * @returns {Promise<Answer<Paths[P]["post"]>>}
   */
  post(path, request) {
    return this.#call("post", path, { key: crypto.randomUUID(), ...request });
  }

  /**
   * @template {keyof Paths} P
   * @param {P} path
   * @param {Request<Paths[P]["put"]>} [request]
   * @returns {Promise<Answer<Paths[P]["put"]>>}
   */
  put(path, request) {
    return this.#call("put", path, request);
  }

  /**
   * @template {keyof Paths} P
   * @param {P} path
   * @param {Request<Paths[P]["patch"]>} [request]
   * @returns {Promise<Answer<Paths[P]["patch"]>>}
   */
  patch(path, request) {
    return this.#call("patch", path, request);
  }

  /**
   * @template {keyof Paths} P
   * @param {P} path
   * @param {Request<Paths[P]["delete"]>} [request]
   * @returns {Promise<Answer<Paths[P]["delete"]>>}
   */
  delete(path, request) {
    return this.#call("delete", path, request);
  }

  /**
   * The picture of a table, as text.
   * @param {string} id
   * @param {Record<string, string | number>} query
   * @returns {Promise<string>}
   */
  async picture(id, query) {
    const response = await this.#send("get", address("/v1/games/{id}/board.svg", { path: { id }, query }), {});
    return response.text();
  }

  /**
   * @param {Method} method
   * @param {string} path
   * @param {Record<string, any>} [request]
   * @returns {Promise<any>}
   */
  async #call(method, path, request = {}) {
    const response = await this.#send(method, address(path, request), request);
    return response.status === 204 ? undefined : response.json();
  }

  /**
   * @param {Method} method
   * @param {string} url
   * @param {Record<string, any>} request
   * @returns {Promise<Response>}
   */
  async #send(method, url, request) {
    const response = await this.#fetch(method, url, request);
    if (response.ok) return response;
    const problem = await response.json().catch(() => strange(response));
    if (response.status === 401 && this.token) this.onSignedOut();
    throw new Refused(problem);
  }

  /**
   * Asks again what was not answered, if asking twice does no harm.
   * @param {Method} method
   * @param {string} url
   * @param {Record<string, any>} request
   * @returns {Promise<Response>}
   */
  async #fetch(method, url, { body, key, signal }) {
    /** @type {Record<string, string>} */
    const headers = {};
    if (this.token) headers["Authorization"] = `Bearer ${this.token}`;
    if (key) headers["Idempotency-Key"] = key;
    if (body !== undefined) headers["Content-Type"] = "application/json";
    for (let left = TRIES; ; left--) {
      try {
        const content = body === undefined ? null : JSON.stringify(body);
        const response = await fetch(url, { method: method.toUpperCase(), headers, body: content, signal: signal ?? null });
        this.onReach(true);
        return response;
      } catch (error) {
        if (signal?.aborted) throw error;
        if (left === 1 || (method === "post" && !key)) {
          this.onReach(false);
          throw new Unreachable(String(error));
        }
        await new Promise((resolve) => setTimeout(resolve, 300 * (TRIES + 1 - left)));
      }
    }
  }
}

/**
 * @param {string} path
 * @param {{path?: Record<string, any>, query?: Record<string, any>}} request
 * @returns {string}
 */
function address(path, { path: values = {}, query = {} }) {
  const filled = path.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name]));
  const asked = Object.entries(query).filter(([, value]) => value !== undefined && value !== "" && value !== null);
  const search = new URLSearchParams(asked.map(([name, value]) => [name, String(value)]));
  return asked.length ? `${filled}?${search}` : filled;
}

/**
 * A problem for an answer that is none of the service's own, say of a proxy.
 * @param {Response} response
 * @returns {ProblemBody}
 */
function strange(response) {
  return { type: "about:blank", title: response.statusText, status: response.status, detail: response.statusText, instance: "", code: "strange" };
}
