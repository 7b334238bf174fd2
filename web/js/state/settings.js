// What a person likes on this browser: language and light.

/** @typedef {"auto" | "light" | "dark"} Light */

const LIGHT = "placa.light";
const dark = matchMedia("(prefers-color-scheme: dark)");

/** @returns {Light} */
export function light() {
  const stored = localStorage.getItem(LIGHT);
  return stored === "light" || stored === "dark" ? stored : "auto";
}

/** @returns {"light" | "dark"} What it comes to now. */
export function theme() {
  const chosen = light();
  if (chosen !== "auto") return chosen;
  return dark.matches ? "dark" : "light";
}

/** @param {Light} chosen */
export function setLight(chosen) {
  localStorage.setItem(LIGHT, chosen);
  applyLight();
}

/** Lets the style sheets know. */
export function applyLight() {
  document.documentElement.dataset["theme"] = theme();
}

/** @param {() => void} told */
export function onLight(told) {
  dark.addEventListener("change", () => {
    applyLight();
    told();
  });
}
