// A page that does not exist.

import { t } from "../i18n/index.js";
import { html } from "../vendor.js";
import { empty } from "./parts.js";

/** @param {import("../app.js").App} _app @returns {import("../router.js").Page} */
export function missingPage(_app) {
  return {
    title: () => t("missing.title"),
    view: () => html`<section class="narrow"><h1>${t("missing.title")}</h1>
      ${empty(t("missing.text"), html`<a class="button" href="#/tables">${t("nav.tables")}</a>`)}</section>`,
  };
}
