// A form for what the JSON Schema of a game's options describes: switches, choices and numbers, each with its default.

import { t } from "../i18n/index.js";
import { html, nothing } from "../vendor.js";
import { field, select } from "./parts.js";

/** @typedef {import("../api/types.js").CatalogueEntry} CatalogueEntry */
/** @typedef {{type?: string, enum?: string[], $ref?: string, minimum?: number, maximum?: number, description?: string}} Schema */

/**
 * @param {CatalogueEntry} entry
 * @param {Record<string, unknown>} chosen what differs from the defaults
 * @param {(chosen: Record<string, unknown>) => void} choose
 */
export function optionFields(entry, chosen, choose) {
  const schema = /** @type {{properties?: Record<string, Schema>, $defs?: Record<string, Schema>}} */ (entry.options.schema);
  const defaults = /** @type {Record<string, unknown>} */ (entry.options.defaults);
  return Object.entries(schema.properties ?? {}).map(([name, property]) => {
    const whole = { ...schema.$defs?.[property.$ref?.split("/").at(-1) ?? ""], ...property };
    const set = (/** @type {unknown} */ value) => choose({ ...chosen, [name]: value });
    return optionField(entry.game, name, whole, chosen[name] ?? defaults[name], set);
  });
}

/** @param {string} game @param {string} name @param {Schema} schema @param {unknown} value @param {(value: unknown) => void} set */
function optionField(game, name, schema, value, set) {
  const label = t.maybe(`option.${game}.${name}`) ?? name;
  if (schema.type === "boolean") {
    const changed = (/** @type {Event & {currentTarget: HTMLInputElement}} */ event) => set(event.currentTarget.checked);
    return html`<label class="check"><input type="checkbox" name=${name} .checked=${value === true} @change=${changed}><span>${label}</span></label>`;
  }
  if (schema.enum) {
    const options = schema.enum.map((it) => /** @type {[string, string]} */ ([it, t.maybe(`option.${game}.${name}.${it}`) ?? it]));
    return select(name, label, options, String(value), set);
  }
  if (schema.type === "integer") {
    const changed = (/** @type {Event & {currentTarget: HTMLInputElement}} */ event) => set(event.currentTarget.valueAsNumber);
    return field(label, html`<input type="number" name=${name} required min=${schema.minimum ?? nothing} max=${schema.maximum ?? nothing} .value=${String(value)} @change=${changed}>`);
  }
  // Lists are for programs; the default serves people well.
  return nothing;
}
