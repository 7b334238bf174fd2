// Words. Each language is one dictionary with the same keys; scripts/test-web checks that none lacks one.

import ca from "./ca/index.js";
import en from "./en/index.js";
import es from "./es/index.js";

/** @typedef {"en" | "ca" | "es"} Language */
/** @typedef {string | {one: string, other: string}} Text */

/** @type {Record<Language, {name: string, texts: Record<string, Text>}>} */
export const LANGUAGES = {
  en: { name: "English", texts: en },
  ca: { name: "Català", texts: ca },
  es: { name: "Español", texts: es },
};

const KEY = "placa.language";

/** @param {string | null | undefined} tag @returns {tag is Language} */
const isKnown = (tag) => tag !== null && tag !== undefined && Object.hasOwn(LANGUAGES, tag);

/** @returns {Language} */
function first() {
  const stored = localStorage.getItem(KEY);
  if (isKnown(stored)) return stored;
  const liked = navigator.languages.map((tag) => tag.split("-")[0]);
  return liked.find(isKnown) ?? "en";
}

/** @type {Language} */
let current = first();

export const language = () => current;

/** @param {Language} chosen */
export function setLanguage(chosen) {
  current = chosen;
  localStorage.setItem(KEY, chosen);
}

/**
 * @param {string} key
 * @returns {Text | undefined}
 */
function find(key) {
  const { texts } = LANGUAGES[current];
  return Object.hasOwn(texts, key) ? texts[key] : undefined;
}

/**
 * A text in the chosen language; `{name}` in it stands for a value, and `count` chooses between one and many.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string}
 */
export function t(key, values = {}) {
  return t.maybe(key, values) ?? key;
}

/**
 * The same, if there is such a text.
 * @param {string} key
 * @param {Record<string, string | number>} [values]
 * @returns {string | undefined}
 */
t.maybe = (key, values = {}) => {
  const found = find(key);
  if (found === undefined) return undefined;
  const text = typeof found === "string" ? found : found[plural(Number(values["count"] ?? 0))];
  return text.replace(/\{(\w+)\}/g, (whole, name) => String(values[name] ?? whole));
};

/** @param {number} count @returns {"one" | "other"} */
const plural = (count) => (new Intl.PluralRules(current).select(count) === "one" ? "one" : "other");

/**
 * A list in words: a, b and c.
 * @param {string[]} items
 */
export const list = (items) => new Intl.ListFormat(current, { type: "conjunction" }).format(items);

/**
 * An instant in local time.
 * @param {string} instant
 */
export const when = (instant) =>
  new Intl.DateTimeFormat(current, { dateStyle: "medium", timeStyle: "short" }).format(new Date(instant));

/**
 * How far off an instant is: in 3 hours, 2 days ago.
 * @param {string} instant
 */
export function away(instant) {
  const seconds = (new Date(instant).getTime() - Date.now()) / 1000;
  const format = new Intl.RelativeTimeFormat(current, { numeric: "auto" });
  const size = Math.abs(seconds);
  if (size < 60) return format.format(Math.round(seconds), "second");
  if (size < 3600) return format.format(Math.round(seconds / 60), "minute");
  if (size < 86400) return format.format(Math.round(seconds / 3600), "hour");
  return format.format(Math.round(seconds / 86400), "day");
}

/**
 * How long something lasts.
 * @param {number} seconds
 */
export function lasting(seconds) {
  for (const [unit, size] of /** @type {const} */ ([["day", 86400], ["hour", 3600], ["minute", 60]])) {
    if (seconds >= size) return amount(seconds / size, unit);
  }
  return amount(seconds, "second");
}

/** @param {number} count @param {"day" | "hour" | "minute" | "second"} unit */
const amount = (count, unit) =>
  new Intl.NumberFormat(current, { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 1 }).format(count);
