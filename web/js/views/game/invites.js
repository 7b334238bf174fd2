// Links that open a seat of a private table.

import { t } from "../../i18n/index.js";
import { html, nothing } from "../../vendor.js";

/** @typedef {import("../game.js").GameState} GameState */

export class Invites {
  /** @type {import("../../api/types.js").Schemas["Invite"][] | null} */
  items = null;
  /** @type {string | null} The link that was just made; it is shown this once. */
  link = null;

  /** @param {import("../../app.js").App} app @param {string} id */
  constructor(app, id) {
    this.app = app;
    this.id = id;
  }

  async read() {
    this.items = (await this.app.api.get("/v1/games/{id}/invites", { path: { id: this.id } })).items;
  }

  async make() {
    const { invite } = await this.app.api.post("/v1/games/{id}/invites", { path: { id: this.id }, body: {} });
    this.link = `${location.origin}/#/games/${this.id}?invite=${encodeURIComponent(invite)}`;
    await this.read();
  }

  /** @param {string} invite */
  async revoke(invite) {
    await this.app.api.delete("/v1/games/{id}/invites/{invite}", { path: { id: this.id, invite } });
    this.link = null;
    await this.read();
  }
}

/** @param {GameState} state */
export function invitesView(state) {
  const { invites, app } = state;
  if (invites.items === null) {
    invites.items = [];
    app.attempt(() => invites.read());
  }
  const copy = async () => {
    await navigator.clipboard.writeText(invites.link ?? "");
    app.tell(t("token.copied"));
  };
  const line = (/** @type {import("../../api/types.js").Schemas["Invite"]} */ { id, used_at, revoked_at }) => html`<li>
    ${t(revoked_at ? "lobby.invite_revoked" : used_at ? "lobby.invite_used" : "lobby.invite_open")}
    ${revoked_at || used_at ? nothing : html`<button type="button" class="quiet small" @click=${() => app.attempt(() => invites.revoke(id))}>${t("lobby.revoke")}</button>`}</li>`;
  return html`<section class="card form"><h2>${t("lobby.invites")}</h2><p class="hint">${t("lobby.invites_text")}</p>
    ${invites.link ? html`<code class="token" tabindex="0" data-test="invite">${invites.link}</code><p><button type="button" class="small" @click=${copy}>${t("lobby.invite_copy")}</button></p>` : nothing}
    <ul class="players">${invites.items?.map(line)}</ul>
    <p><button type="button" @click=${() => app.attempt(() => invites.make())}>${t("lobby.invite")}</button></p></section>`;
}
