// The parts of the board's picture, by the names that it promises: `data-part="kind:value"`.

/**
 * A selector of a part of the picture.
 * @param {string} kind
 * @param {string | number} [value]
 * @param {Record<string, string | number>} [data]
 * @returns {string}
 */
export function part(kind, value, data = {}) {
  const name = value === undefined ? kind : `${kind}:${value}`;
  const more = Object.entries(data).map(([key, held]) => `[data-${key}="${held}"]`);
  return `[data-part="${name}"]${more.join("")}`;
}
