// A mail server on this machine, as far as RFC 5321 asks of one that only receives.

import { once } from "node:events";
import { createServer } from "node:net";

export class PostOffice {
  /** The mails that came, as they came. @type {string[]} */
  came = [];

  static async open() {
    const office = new PostOffice();
    office.server = createServer((socket) => office.#receive(socket)).listen(0, "127.0.0.1");
    await once(office.server, "listening");
    office.url = `smtp://127.0.0.1:${office.server.address().port}`;
    return office;
  }

  /** The first word of a mail that begins like this. */
  word(beginning) {
    const text = this.came.join("\n").replace(/=\r?\n/g, "").replace(/=3D/g, "=");
    return text.split(/[\s"<>]+/).find((word) => word.startsWith(beginning));
  }

  #receive(socket) {
    let [held, mail] = ["", null];
    socket.setEncoding("utf8").on("error", () => {}).write("220 here\r\n");
    socket.on("data", (data) => {
      const lines = (held + data).split("\r\n");
      held = lines.pop();
      for (const line of lines) mail = this.#line(socket, line, mail);
    });
  }

  /** Takes a line in; `mail` are the lines of the mail that is coming, if one is. */
  #line(socket, line, mail) {
    if (mail && line !== ".") return [...mail, line];
    if (mail) this.came.push(mail.join("\n"));
    const command = line.split(" ")[0];
    socket.write(command === "DATA" ? "354 Go on\r\n" : command === "QUIT" ? "221 Bye\r\n" : "250 So be it\r\n");
    return command === "DATA" ? [] : null;
  }

  close() {
    this.server.close();
  }
}
