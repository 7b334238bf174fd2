// Every language has every text, every text that the code names exists, and everything that the API's document lists by
// name, like the sorts of actions, has one.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const web = join(import.meta.dirname, "../../web/js");
const languages = ["en", "ca", "es"];
const texts = Object.fromEntries(
  await Promise.all(languages.map(async (tag) => [tag, (await import(join(web, "i18n", tag, "index.js"))).default])),
);
const document = JSON.parse(readFileSync(join(web, "../../openapi/openapi.json"), "utf8"));
const wrong = [];

const places = (text) => [text.one ?? text, text.other ?? text].map((it) => [...it.matchAll(/\{\w+\}/g)].map(String).sort().join());
for (const tag of languages) {
  for (const [key, text] of Object.entries(texts.en)) {
    const other = texts[tag][key];
    if (other === undefined) wrong.push(`${tag} lacks ${key}`);
    else if (places(other).join() !== places(text).join()) wrong.push(`${tag} has other values in ${key}`);
  }
  for (const key of Object.keys(texts[tag])) if (!(key in texts.en)) wrong.push(`only ${tag} has ${key}`);
}

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
  ["StartRule", "start"],
  ["Visibility", "visibility"],
];
for (const [schema, prefix] of listed) for (const value of schemas[schema].enum) need(`${prefix}.${value}`);
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
