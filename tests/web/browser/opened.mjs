// A service and a browser for the tests of the file that asks for them: opened before the first and closed after the last.

import { after, before } from "node:test";
import { Browser } from "./people.mjs";
import { Service } from "./service.mjs";

/** @type {Service} */
export let service;
/** @type {Browser} */
export let browser;

before(async () => {
  service = await Service.start();
  browser = await Browser.start();
});
after(async () => {
  await browser.end();
  await service.end();
});
