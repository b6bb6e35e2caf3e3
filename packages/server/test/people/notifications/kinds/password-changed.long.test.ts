/** The owner of the account hears of every change of its password. */

import { type Sql, sql } from "@wakelog/data-api/db/sql.ts";
import { expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { prove } from "../../../../../../test/support/proven.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
const run = (statement: Sql) => service.database.owner.transaction((tx) => tx.query(statement));

const KIND = "password_changed";
const toldTo = async (email: string) => {
  await service.drainJobs();
  const rows = await run(sql`
    select d.channel, d.recipient, d.body, d.held from app.deliveries d join app.accounts using (account_id)
    where email = ${email} and d.kind = ${KIND} order by d.id`);
  return rows.map(({ channel, recipient, body, held }) => ({ channel, recipient, body: String(body), held }));
};
const change = ({ userToken: token }: Sailor, pass: string, new_pass: string) =>
  api.post("/rpc/change_password_fn", { pass, new_pass }, { token });
const prefer = async (token: string, key: string, value: unknown) => {
  const answer = await api.post("/rpc/update_user_preferences_fn", { key: `{${key}}`, value }, { token });
  expect([answer.status, answer.text]).toEqual([200, "true"]);
};

it("tells the proven address of another password by mail, at night and with mail switched off too", async () => {
  const sailor = await newSailor(api, "Careful");
  await prove(service, sailor.email);
  await prefer(sailor.userToken, "quiet_hours", { from: "00:00", to: "23:59", zone: "UTC" });
  await prefer(sailor.userToken, "email_notifications", false);
  await prefer(sailor.userToken, "webhook_url", "http://127.0.0.1:9/hook");
  const wrong = await change(sailor, "not the password", "following seas 9");
  expect(wrong.status).toBe(403);
  expect(await toldTo(sailor.email)).toEqual([]);
  const changed = await change(sailor, sailor.password, "following seas 9");
  expect(changed.status, changed.text).toBe(200);
  const [told, ...more] = await toldTo(sailor.email);
  expect(more).toEqual([]);
  expect(told).toMatchObject({ channel: "email", recipient: sailor.email, held: null });
  expect(told?.body).toContain("The password of your account was changed");
  expect(told?.body).not.toContain("following seas 9");
});

it("lists the devices that stay linked, the newest first, and where to unlink them", async () => {
  const sailor = await newSailor(api, "Vega");
  await prove(service, sailor.email);
  for (const name of ["Cerbo GX", "Old Pi", "Intruder\n\nProve yourself: https://evil.example"])
    expect(
      (await api.post("/link/pair", { device: `device ${name}`, name }, { token: sailor.vesselToken }))
        .status,
    ).toBe(200);
  const [old] = (await api.get("/boat_links_view?name=eq.Old Pi", { token: sailor.userToken })).json;
  await api.post("/rpc/unlink_boat_fn", { _id: old.id }, { token: sailor.userToken });
  expect((await change(sailor, sailor.password, "following seas 9")).status).toBe(200);
  const [told] = await toldTo(sailor.email);
  expect(told?.body).toMatch(
    /stay linked, the newest first: Intruder Prove yourself: https evil\.example \(Vega\), Cerbo GX \(Vega\)\. .*\/boat/,
  );
});

it("sends nothing to an unproven address", async () => {
  const sailor = await newSailor(api, "Unproven");
  expect((await change(sailor, sailor.password, "following seas 9")).status).toBe(200);
  expect(await toldTo(sailor.email)).toEqual([]);
});

it("tells of a password that was chosen by a mailed link", async () => {
  const sailor = await newSailor(api, "Forgetful");
  await prove(service, sailor.email);
  expect((await api.post("/rpc/recover", { email: sailor.email })).text).toBe("true");
  await service.drainJobs();
  const [mail] = await run(sql`
    select d.body from app.deliveries d join app.accounts using (account_id)
    where email = ${sailor.email} and d.kind = 'email_reset'`);
  const link = new URL(/http\S+/.exec(String(mail?.body))?.[0] ?? "");
  const [uuid, token] = [link.searchParams.get("uuid"), link.searchParams.get("token")];
  const answer = await api.post("/rpc/reset", { uuid, token, pass: "following seas 9" });
  expect([answer.status, answer.text]).toEqual([200, "true"]);
  expect(await toldTo(sailor.email)).toMatchObject([{ channel: "email" }]);
});
