// Every language has every text, every text that the code names exists, and everything that the API's document lists by
// name, like the sorts of actions, has one. Why something is refused the service says in English itself: there only the other
// languages have texts, one for every rule of the games.

import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const web = fileURLToPath(new URL("../../web/js", import.meta.url));
// Node takes files for modules only where a package says so, and what a browser is served has none.
const copy = mkdtempSync(join(tmpdir(), "placa-texts-"));
cpSync(join(web, "i18n"), copy, { recursive: true });
writeFileSync(join(copy, "package.json"), '{"type": "module"}');
const languages = ["en", "ca", "es"];
const texts = Object.fromEntries(
  await Promise.all(languages.map(async (tag) => [tag, (await import(join(copy, tag, "index.js"))).default])),
);
rmSync(copy, { recursive: true });
const document = JSON.parse(readFileSync(join(web, "../../openapi/openapi.json"), "utf8"));
const wrong = [];

const places = (text) => [text.one ?? text, text.other ?? text].map((it) => [...it.matchAll(/\{\w+\}/g)].map(String).sort().join());
/** Is it one of those that English leaves to the service? */
const refuses = (key) => /^(problem|rule)\./.test(key);
for (const tag of languages) {
  for (const [key, text] of Object.entries(texts.en)) {
    const other = texts[tag][key];
    if (other === undefined) wrong.push(`${tag} lacks ${key}`);
    else if (places(other).join() !== places(text).join()) wrong.push(`${tag} has other values in ${key}`);
  }
  for (const key of Object.keys(texts[tag])) {
    const least = refuses(key) ? texts.ca : texts.en;
    if (!(key in least) || (refuses(key) && tag === "en")) wrong.push(`${tag} has ${key} and others have not`);
  }
}

const games = join(web, "../../engine/src/games");
const rules = new Set(readdirSync(games, { recursive: true }).filter((path) => path.endsWith(".rs"))
  .flatMap((path) => [...readFileSync(join(games, path), "utf8").matchAll(/"((?:castellers|castell|el_grande)\.\w+\.\w+)"/g)])
  .map(([, rule]) => rule).filter((rule) => !rule.includes(".options.")));
for (const tag of ["ca", "es"]) {
  for (const rule of rules) if (!(`rule.${rule}` in texts[tag])) wrong.push(`${tag} lacks a text for the rule ${rule}`);
  for (const key of Object.keys(texts[tag])) if (key.startsWith("rule.") && !rules.has(key.slice(5))) wrong.push(`${tag}: there is no ${key}`);
}
const codes = new Set([...readFileSync(join(web, "../../src/api/problem/table.rs"), "utf8").matchAll(/^    \w+ = "(\w+)"/gm)].map(([, code]) => code));
for (const key of Object.keys(texts.ca)) if (key.startsWith("problem.") && !codes.has(key.slice(8))) wrong.push(`there is no ${key}`);

const sources = readdirSync(web, { recursive: true }).filter((path) => path.endsWith(".js") && !path.startsWith("i18n"));
for (const path of sources) {
  const code = readFileSync(join(web, path), "utf8");
  for (const [, key] of code.matchAll(/\bt\("([^"]+)"/g)) if (!(key in texts.en)) wrong.push(`${path} names ${key}`);
}

const schemas = document.components.schemas;
/** The names of a union's variants. */
const tags = (name) => Object.keys(schemas[name].discriminator.mapping);
const named = [
  ["CastellersAction", "action.castellers"],
  ["CastellAction", "action.castell"],
  ["ElGrandeAction", "action.el_grande"],
  ["CastellPayload", "action.castell.payload"],
  ["ElGrandePlan", "plan"],
  ["CastellersEvent", "event.castellers"],
  ["CastellEvent", "event.castell"],
  ["ElGrandeEvent", "event.el_grande"],
  ["TableEvent", "event.table"],
];
for (const [schema, prefix] of named) for (const tag of tags(schema)) need(`${prefix}.${tag}`);
const listed = [
  ["CastellRegion", "region.castell"],
  ["CastellSkillTile", "skill"],
  ["ElGrandePlace", "region.el_grande"],
  ["ElGrandeCard", "card"],
  ["ElGrandeScoreboard", "scoreboard"],
  ["CastellersColour", "colour"],
  ["Status", "status"],
  ["Presence", "presence"],
  ["Absence", "absence"],
  ["Bot", "bot"],
  ["Scope", "scope"],
  ["TurnMail", "turn_mail"],
  ["Happening", "happening"],
  ["DeliveryStatus", "delivery"],
  ["StartRule", "start"],
  ["Visibility", "visibility"],
];
for (const [schema, prefix] of listed) for (const value of schemas[schema].enum) need(`${prefix}.${value}`);
const told = [["Delivery", "last_error", "trouble"], ["Webhook", "disabled_because", "webhooks.because"]];
for (const [schema, member, prefix] of told) for (const value of schemas[schema].properties[member].enum) if (value) need(`${prefix}.${value}`);
const options = [["CastellersOptions", "castellers"], ["CastellOptions", "castell"], ["ElGrandeOptions", "el_grande"]];
for (const [schema, game] of options) for (const name of Object.keys(schemas[schema].properties)) need(`option.${game}.${name}`);

function need(key) {
  if (!(key in texts.en)) wrong.push(`there is no text for ${key}`);
}

if (wrong.length) {
  console.error(wrong.join("\n"));
  process.exit(1);
}
console.log(`${Object.keys(texts.en).length} texts in ${languages.length} languages`);
