/** Limits for strangers: guesses, hashes, codes. A proxy's header distinguishes networks, as in production. */

import { sql } from "@wakelog/data-api/db/sql.ts";
import { ignoreAll } from "@wakelog/kit/observe.ts";
import { describe, expect, it } from "vitest";
import { type Answer, client, newSailor, type Sailor } from "../../../../../test/support/client.ts";
import { letTimePass, prove } from "../../../../../test/support/proven.ts";
import { serviceForTests, startService } from "../../../../../test/support/service.ts";
import { PASSWORD_COST } from "../../../src/people/accounts/passwords.ts";

const service = serviceForTests({ WAKELOG_TRUST_PROXY: "on" });
const { api } = service;
let networks = 0;

const newNetwork = (): string => `198.51.${100 + Math.floor(++networks / 250)}.${networks % 250}`;
const from = (address: string) => ({ headers: { "X-Forwarded-For": address } });
const login = (email: string, pass: string, address: string): Promise<Answer> =>
  api.post("/rpc/login", { email, pass }, from(address));
/** An account that has signed in from one network only. */
const sailorAt = async (address: string): Promise<Sailor> => {
  const sailor = await newSailor(api);
  await service.database.owner.transaction((tx) => tx.run(sql`delete from app.known_networks`));
  expect((await login(sailor.email, sailor.password, address)).status).toBe(200);
  return sailor;
};
const times = async <T>(number: number, ask: (i: number) => Promise<T>): Promise<T[]> => {
  const answers: T[] = [];
  for (let i = 0; i < number; i++) answers.push(await ask(i));
  return answers;
};
const statuses = (answers: readonly Answer[]) => answers.map((one) => one.status);
/** Uses up strangers' attempts on one account, without waiting for the hashes. */
const spendStrangers = async (email: string): Promise<void> => {
  const address = newNetwork();
  await login(email, "wrong", address);
  await service.database.owner.transaction((tx) =>
    tx.run(sql`update app.attempts set count = 100 where key like 'login-strangers %'`),
  );
};

describe("guesses at one account's password", () => {
  it("are counted together however the address is written", async () => {
    const { email } = await newSailor(api);
    const address = newNetwork();
    const [local, domain] = email.split("@") as [string, string];
    const written = [
      email,
      ` ${email}`,
      `${email}\u00a0`,
      email.toUpperCase(),
      `\t${email}\u3000`,
      `${email}\ufeff`,
      `${local}@${domain.toUpperCase()}`,
      `\u2003${email}\u2003`,
      `${email} `,
      `${email}  `,
      `${email}   `,
      `${email}\u2009`,
    ];
    const answers = await times(written.length, (i) => login(written[i] ?? "", "wrong", address));
    expect(statuses(answers)).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429]);
  });

  it("count for a whole IPv6 network, not for each of its addresses", async () => {
    const { email } = await newSailor(api);
    const answers = await times(11, (i) => login(email, "wrong", `2001:db8:7:7::${(i + 1).toString(16)}`));
    expect(statuses(answers).slice(-2)).toEqual([401, 429]);
    expect((await login(email, "wrong", "2001:db8:7:8::1")).status).toBe(401);
  });

  it("from elsewhere do not keep its owner out, who signs in as always", async () => {
    const home = newNetwork();
    const sailor = await sailorAt(home);
    const elsewhere = newNetwork();
    await times(11, () => login(sailor.email, "wrong", elsewhere));
    expect((await login(sailor.email, sailor.password, elsewhere)).status).toBe(429);
    expect((await login(sailor.email, sailor.password, home)).status).toBe(200);
    expect((await login(sailor.email, sailor.password, newNetwork())).status).toBe(200);
  });

  it("from any number of networks are bounded, and their owner gets in from home, and from a new place by mail", async () => {
    const home = newNetwork();
    const sailor = await sailorAt(home);
    await prove(service, sailor.email);
    await spendStrangers(sailor.email);
    const answers = await times(5, () => login(sailor.email, "wrong", newNetwork()));
    expect(statuses(answers)).toEqual([429, 429, 429, 429, 429]);
    expect((await login(sailor.email, sailor.password, home)).status).toBe(200);
    const hotel = newNetwork();
    expect((await login(sailor.email, sailor.password, hotel)).status).toBe(429);
    expect((await api.post("/rpc/recover", { email: sailor.email }, from(hotel))).status).toBe(200);
    await service.drainJobs();
    const [mail] = await service.database.owner.transaction((tx) =>
      tx.query(
        sql`select body from app.deliveries where recipient = ${sailor.email} and kind = 'email_reset'`,
      ),
    );
    const [, uuid, token] = /uuid=(\w+)&token=(\d{8})/.exec(String(mail?.body)) ?? [];
    const reset = await api.post("/rpc/reset", { pass: "fair winds 8", token, uuid }, from(hotel));
    expect(reset.json).toBe(true);
    expect((await login(sailor.email, "fair winds 8", hotel)).status).toBe(200);
  });

  it("at an address without an account are refused alike", async () => {
    const unknown = "no.account@example.org";
    const address = newNetwork();
    const answers = await times(11, () => login(unknown, "wrong", address));
    expect(statuses(answers).slice(-2)).toEqual([401, 429]);
    await spendStrangers(unknown);
    expect((await login(unknown, "wrong", newNetwork())).status).toBe(429);
  });
});

describe("codes of invented accounts", () => {
  // With a hash as slow as in production.
  const service = serviceForTests({ WAKELOG_TRUST_PROXY: "on" }, ignoreAll, PASSWORD_COST);
  const { api } = service;
  const AT_ONCE = 24;

  it("that are guessed are counted by network, and nothing is hashed for them", async () => {
    const network = "2001:db8:99:1";
    const reset = (i: number) =>
      api.post(
        "/rpc/reset",
        { pass: "xxxxxxxxxxxx", token: "12345678", uuid: `n${i}` },
        from(`${network}::${(i + 1).toString(16)}`),
      );
    const answers: Answer[] = [];
    // As many hashes at once would have filled the queue, and some would have been refused with a 503.
    for (let sent = 0; sent < 70; sent += AT_ONCE) {
      const some = Array.from({ length: Math.min(AT_ONCE, 70 - sent) }, (_, i) => reset(sent + i));
      answers.push(...(await Promise.all(some)));
    }
    expect(statuses(answers).filter((status) => status === 200)).toHaveLength(60);
    expect(statuses(answers).filter((status) => status === 429)).toHaveLength(10);
    await letTimePass(service, 901);
    expect((await reset(0)).status).toBe(200);
  });
});

describe("codes", () => {
  it("die after five wrong guesses, from however many networks those come", async () => {
    const { email } = await newSailor(api);
    await prove(service, email);
    await api.post("/rpc/recover", { email }, from(newNetwork()));
    const [account] = await service.database.owner.transaction((tx) =>
      tx.query(sql`select account_id from app.accounts where email = ${email}`),
    );
    await service.drainJobs();
    const guess = (token: string) =>
      api.post("/rpc/reset", { pass: "xxxxxxxxxxxx", token, uuid: account?.account_id }, from(newNetwork()));
    await times(5, () => guess("00000000"));
    const [mail] = await service.database.owner.transaction((tx) =>
      tx.query(sql`
        select substring(body from '[0-9]{8}') as code from app.deliveries
        where recipient = ${email} and kind = 'email_reset'`),
    );
    expect(mail?.code).toMatch(/^\d{8}$/);
    expect((await guess(String(mail?.code))).json).toBe(false);
  });

  it("of any account can be guessed a hundred times at most without a token, from all networks", async () => {
    const guess = () =>
      api.post("/rpc/push_fn", { token: "00000000", push_user_key: "k" }, from(newNetwork()));
    expect((await guess()).json).toBe(false);
    await service.database.owner.transaction((tx) =>
      tx.run(sql`update app.attempts set count = 100 where key like 'code-anybody %'`),
    );
    expect((await guess()).status).toBe(429);
    const sailor = await newSailor(api);
    const token = sailor.userToken;
    const link = (await api.post("/rpc/push_subscribe_link_fn", {}, { token })).json.push_link.link;
    const code = /3D(\d+)&/.exec(link)?.[1];
    const linked = await api.post("/rpc/push_fn", { token: code, push_user_key: "key" }, { token });
    expect(linked.json).toBe(true);
  });
});

describe("asking for a way back in", () => {
  it("is answered the same however often, and never keeps the owner out", async () => {
    const sailor = await newSailor(api);
    await prove(service, sailor.email);
    await service.drainJobs();
    const resets = async () => {
      await service.drainJobs();
      const rows = await service.database.owner.transaction((tx) =>
        tx.query(
          sql`select body from app.deliveries where recipient = ${sailor.email} and kind = 'email_reset' order by id`,
        ),
      );
      return rows.map((row) => String(row.body));
    };
    const written = [sailor.email, ` ${sailor.email}`, sailor.email.toUpperCase(), `${sailor.email}\u3000`];
    // An hour with a request every minute, from everywhere.
    for (let minute = 0; minute < 60; minute += 3) {
      const email = written[minute % written.length];
      const answer = await api.post("/rpc/recover", { email }, from(newNetwork()));
      expect([answer.status, answer.json]).toEqual([200, true]);
      await resets();
      await letTimePass(service, 180);
    }
    expect((await resets()).length).toBe(5);
    // Its owner requests one too, and the last mailed code is valid.
    expect((await api.post("/rpc/recover", { email: sailor.email }, from(newNetwork()))).json).toBe(true);
    const mails = await resets();
    const [, uuid, token] = /uuid=(\w+)&token=(\d{8})/.exec(mails.at(-1) ?? "") ?? [];
    const reset = await api.post("/rpc/reset", { pass: "fair winds 9", token, uuid }, from(newNetwork()));
    expect(reset.json).toBe(true);
  });
});

describe("signing up", () => {
  it("tells ten times an hour to one network whether an address has an account, and is open to others", async () => {
    const limited = await startService({ WAKELOG_TRUST_PROXY: "1", WAKELOG_RATE_LIMITS: "on" });
    try {
      const signup = (address: string, network: string): Promise<Answer> =>
        client(limited.apiUrl).post(
          "/rpc/signup",
          { email: address, pass: "fair winds 7", firstname: "Aino", lastname: "Salo" },
          from(network),
        );
      const network = newNetwork();
      const answers = await times(11, (i) => signup(`aino-${i}@example.org`, network));
      expect(statuses(answers)).toEqual([...Array<number>(10).fill(200), 429]);
      // Known or not, the answer is the same by now.
      expect((await signup("aino-0@example.org", network)).status).toBe(429);
      expect((await signup("aino-11@example.org", newNetwork())).status).toBe(200);
    } finally {
      await limited.stop();
    }
  });
});
