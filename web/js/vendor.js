// The one place that knows where the rendering library lies.

export { html, nothing, render, svg } from "../vendor/lit-html/lit-html.js";
export { keyed } from "../vendor/lit-html/directives/keyed.js";
export { live } from "../vendor/lit-html/directives/live.js";
export { repeat } from "../vendor/lit-html/directives/repeat.js";
