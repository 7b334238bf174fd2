// One's own account: holidays, tokens for other devices, an address of mail, a way back, and what is kept.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { after, before, test } from "node:test";
import { Browser } from "./people.mjs";
import { PostOffice } from "./post_office.mjs";
import { Service, until } from "./service.mjs";
import { sound } from "./sound.mjs";

let office, service, browser;
before(async () => {
  office = await PostOffice.open();
  service = await Service.start(() => {}, { PLACA_SMTP_URL: office.url, PLACA_MAIL_FROM: "Plaça <placa@placa.test>" });
  browser = await Browser.start();
});
after(async () => {
  await browser.end();
  await service.end();
  office.close();
});

/** A day so many days from now, as a date field takes it. */
const day = (ahead) => new Date(Date.now() + ahead * 86_400_000).toLocaleDateString("sv", { timeZone: "Europe/Madrid" });

test("a holiday is planned for days, told, and ended", async () => {
  const player = await service.player("Ull");
  const ull = await browser.person(service, player);
  await ull.go("#/account");
  await ull.page.getByLabel("From").fill(day(2));
  await ull.page.getByLabel("Until").fill(day(5));
  await ull.button("Go on holiday").click();
  await ull.page.getByText(/^On holiday from .+ until .+/).waitFor();
  const { holiday } = await service.ask(player.token, "GET", "/v1/me/holidays");
  const local = (at) => new Date(at).toLocaleString("sv", { timeZone: "Europe/Madrid" });
  assert.deepEqual([local(holiday.from), local(holiday.until)], [`${day(2)} 00:00:00`, `${day(5)} 23:59:59`]);
  await ull.button("Back from holiday").click();
  await ull.button("Go on holiday").waitFor();
  await ull.page.getByLabel("Until").fill(day(300));
  ull.expected.push("409");
  await ull.button("Go on holiday").click();
  await ull.page.locator(".toast.bad").waitFor();
  await ull.leave();
});

test("a token for another device does what it may and no more, until it is revoked", async () => {
  const player = await service.player("Vera");
  const vera = await browser.person(service, player);
  await vera.go("#/account");
  await vera.page.getByText("Make another token").click();
  await vera.page.getByLabel("What it is for").fill("telephone");
  await vera.page.getByLabel("manage the account").uncheck();
  await vera.button("Make the token").click();
  const token = await vera.page.locator("[data-test=token]").textContent();
  await sound(vera.page);

  const telephone = await browser.person(service, { ...player, token });
  await telephone.go("#/account");
  await telephone.page.getByRole("link", { name: "Vera" }).waitFor();
  assert.equal(await telephone.page.getByRole("heading", { name: "Tokens" }).count(), 0);
  telephone.expected.push("401");
  await vera.button("Revoke: telephone").click();
  await vera.button("Revoke: telephone").waitFor({ state: "detached" });
  await telephone.page.getByRole("banner").getByRole("link", { name: "My games" }).click();
  await telephone.page.getByText("Your token is no longer good").waitFor();
  await vera.leave();
  await telephone.leave();
});

test("an address of mail is confirmed, and leads back to the account when the token is lost", async () => {
  const xenia = await browser.person(service, await service.player("Xènia"));
  await xenia.go("#/account");
  await xenia.page.getByLabel("Address of mail").fill("xenia@placa.test");
  await xenia.page.locator("form", { has: xenia.page.getByLabel("Address of mail") }).getByRole("button", { name: "Save" }).click();
  await xenia.page.getByText("xenia@placa.test is not confirmed yet").waitFor();
  await until(() => office.word(`${service.url}/mail/plv_`), "the mail comes");
  await xenia.page.goto(office.word(`${service.url}/mail/plv_`));
  await sound(xenia.page);
  await xenia.button("Confirm").click();
  await xenia.page.getByText("Your address is confirmed").waitFor();
  await xenia.go("#/account");
  await xenia.page.getByLabel("Mails about games that wait for you").selectOption("daily");
  await xenia.page.getByText("Saved.").waitFor();
  await xenia.leave();

  const back = await browser.person(service, null);
  await back.go("#/sign-in");
  await back.page.getByRole("link", { name: "I have lost my token" }).click();
  await sound(back.page);
  await back.page.getByLabel("Address of mail").fill("xenia@placa.test");
  await back.button("Send me the mail").click();
  await back.page.getByText("a mail is on its way").waitFor();
  await until(() => office.word("plr_"), "the mail comes");
  back.expected.push("404");
  await back.page.getByLabel("Token from the mail").fill("plr_wrong");
  await back.button("Open my account").click();
  await back.page.getByRole("alert").waitFor();
  await back.page.getByLabel("Token from the mail").fill(office.word("plr_"));
  await back.button("Open my account").click();
  assert.match(await back.page.locator("[data-test=token]").textContent(), /^plc_/);
  await back.page.getByRole("link", { name: "Xènia" }).waitFor();
  await back.leave();
});

test("all that is kept about one is saved as a file, and the account is deleted after one more question", async () => {
  const zoe = await browser.person(service, await service.player("Zoè"));
  await zoe.go("#/account");
  const saved = zoe.page.waitForEvent("download");
  await zoe.button("Download all that is kept about me").click();
  const kept = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
  assert.match(JSON.stringify(kept), /Zoè/);
  await zoe.button("Delete the account").click();
  await sound(zoe.page);
  await zoe.button("Yes, I am sure").click();
  await zoe.page.getByRole("banner").getByRole("link", { name: "Sign in" }).waitFor();
  await assert.rejects(service.ask(zoe.player.token, "GET", "/v1/me"), /401/);
  await zoe.leave();
});
