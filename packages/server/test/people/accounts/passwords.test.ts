/** The cost of guessing a stored password: fixed in a production service. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { cloneDatabase, type TestDatabase } from "../../../../../test/support/database.ts";
import { letTimePass } from "../../../../../test/support/proven.ts";
import { TEST_SECRET } from "../../../../../test/support/server.ts";
import { PASSWORD_COST } from "../../../src/people/accounts/passwords.ts";
import { type Service, startService } from "../../../src/service/service.ts";
import { readConfig } from "../../../src/settings/config.ts";

let database: TestDatabase;
let service: Service;

beforeAll(async () => {
  database = await cloneDatabase();
  const settings = { WAKELOG_API_PORT: "0", WAKELOG_WEB_PORT: "0", WAKELOG_ADMIN_PORT: "0" };
  const config = readConfig({
    DATABASE_URL: database.url,
    WAKELOG_JWT_SECRET: TEST_SECRET,
    WAKELOG_RATE_LIMITS: "off",
    ...settings,
  });
  service = await startService(config, ignoreAll);
});
afterAll(async () => {
  await service.stop();
  await database.drop();
});

async function storedHash(): Promise<string> {
  const [row] = await database.owner.transaction((tx) =>
    tx.query(sql`select password_hash from app.accounts`),
  );
  return String(row?.password_hash);
}

it("is scrypt with 32 MiB for each guess, after a sign-up and after a reset", async () => {
  expect(PASSWORD_COST).toEqual({ N: 32_768, r: 8, p: 1 });
  const api = client(service.apiUrl);
  const email = "guessed@example.org";
  const person = { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
  expect((await api.post("/rpc/signup", person)).status).toBe(200);
  const atSignup = await storedHash();
  expect(atSignup).toMatch(/^\$scrypt\$n=32768,r=8,p=1\$/);

  await service.drain();
  await letTimePass({ database }, 901);
  expect((await api.post("/rpc/recover", { email })).status).toBe(200);
  await service.drain();
  const [mail] = await database.owner.transaction((tx) =>
    tx.query(sql`select body from app.deliveries where recipient = ${email} and kind = 'email_reset'`),
  );
  const [, uuid, token] = /uuid=(\w+)&token=(\d{8})/.exec(String(mail?.body)) ?? [];
  expect((await api.post("/rpc/reset", { pass: "fair winds 8", token, uuid })).json).toBe(true);
  expect(await storedHash()).toMatch(/^\$scrypt\$n=32768,r=8,p=1\$/);
  expect(await storedHash()).not.toBe(atSignup);
  expect((await api.post("/rpc/login", { email, pass: "fair winds 8" })).status).toBe(200);
});
