// Where it begins.

import { App } from "./app.js";
import { applyLight, onLight } from "./state/settings.js";

const root = document.getElementById("app");
if (root) {
  applyLight();
  root.replaceChildren();
  const app = new App(root);
  onLight(() => app.page?.enter?.());
  app.start();
}
