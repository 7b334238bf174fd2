// Small pictures, drawn for this client; they say nothing that the text beside them does not say too.

import { html, svg } from "../vendor.js";

/** @type {Record<string, unknown>} Strokes on a grid of 24. */
const DRAWN = {
  // Three levels of a human tower on a square.
  brand: svg`<circle cx="12" cy="4.2" r="2.2"/><circle cx="8.4" cy="10.6" r="2.4"/><circle cx="15.6" cy="10.6" r="2.4"/><circle cx="5" cy="17.4" r="2.6"/><circle cx="12" cy="17.4" r="2.6"/><circle cx="19" cy="17.4" r="2.6"/><path d="M1.5 22.2h21"/>`,
  person: svg`<circle cx="12" cy="8" r="3.6"/><path d="M4.5 20.5c.6-4.3 3.6-6.3 7.5-6.3s6.9 2 7.5 6.3"/>`,
  close: svg`<path d="M6 6l12 12M18 6L6 18"/>`,
  light_auto: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 3.5v17a8.5 8.5 0 0 0 0-17z" fill="currentColor"/>`,
  light_light: svg`<circle cx="12" cy="12" r="4.3"/><path d="M12 2v3M12 19v3M2 12h3M19 12h3M4.9 4.9L7 7M17 17l2.1 2.1M4.9 19.1L7 17M17 7l2.1-2.1"/>`,
  light_dark: svg`<path d="M20 14.6A8.6 8.6 0 0 1 9.4 4a8.6 8.6 0 1 0 10.6 10.6z"/>`,
  offline: svg`<path d="M3 3l18 18M5 12.5a10 10 0 0 1 5-2.6M8.5 16a5 5 0 0 1 7 0M2 8.8a15 15 0 0 1 4.3-2.7M19 12.5a10 10 0 0 0-2.7-1.9M22 8.8A15 15 0 0 0 11 5"/><circle cx="12" cy="19.5" r=".6"/>`,
  clock: svg`<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.4 2"/>`,
  lock: svg`<rect x="5" y="10.5" width="14" height="10" rx="2"/><path d="M8 10.5V8a4 4 0 0 1 8 0v2.5"/>`,
  undo: svg`<path d="M8 5L3.5 9.5 8 14M4 9.5h10.5a5.5 5.5 0 0 1 0 11H9"/>`,
  first: svg`<path d="M18 5l-8 7 8 7zM6 5v14"/>`,
  back: svg`<path d="M16 5l-8 7 8 7"/>`,
  forward: svg`<path d="M8 5l8 7-8 7"/>`,
  last: svg`<path d="M6 5l8 7-8 7zM18 5v14"/>`,
  plus: svg`<path d="M12 5v14M5 12h14"/>`,
  minus: svg`<path d="M5 12h14"/>`,
  check: svg`<path d="M4.5 12.5l5 5 10-11"/>`,
  talk: svg`<path d="M4 5h16v11H10l-5 4v-4H4z"/>`,
  star: svg`<path d="M12 3.5l2.6 5.6 6 .7-4.500 4.100 1.200 6L12 17l-5.300 2.900 1.200-6L3.400 9.800l6-.7z"/>`,
};

/** @param {string} name */
export const icon = (name) =>
  html`<svg class="icon" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true" focusable="false" fill="none" stroke="currentColor" stroke-width="1.8" stroke-linecap="round" stroke-linejoin="round">${DRAWN[name]}</svg>`;
