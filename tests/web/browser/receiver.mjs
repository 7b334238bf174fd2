// A program on this machine that a webhook tells things: it checks the signature as Standard Webhooks 1.0 says.

import { createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";

export class Receiver {
  /** What came: the type of each message, and the secret that it was signed with, of those known here. */
  came = [];
  secrets = [];
  /** The status it answers. */
  answer = 204;

  static async open() {
    const receiver = new Receiver();
    receiver.server = createServer(async (request, response) => {
      let body = "";
      for await (const part of request) body += part;
      receiver.#take(request.headers, body);
      response.writeHead(receiver.answer).end();
    }).listen(0, "127.0.0.1");
    await once(receiver.server, "listening");
    receiver.url = `http://127.0.0.1:${receiver.server.address().port}/placa`;
    return receiver;
  }

  #take(headers, body) {
    const signed = `${headers["webhook-id"]}.${headers["webhook-timestamp"]}.${body}`;
    const signatures = headers["webhook-signature"].split(" ");
    const signs = (secret) => {
      const key = Buffer.from(secret.replace("whsec_", ""), "base64");
      return signatures.includes(`v1,${createHmac("sha256", key).update(signed).digest("base64")}`);
    };
    this.came.push({ type: JSON.parse(body).type, signedWith: this.secrets.filter(signs) });
  }

  close() {
    this.server.close();
    this.server.closeAllConnections();
  }
}
