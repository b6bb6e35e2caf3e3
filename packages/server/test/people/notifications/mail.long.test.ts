import { once } from "node:events";
import { type AddressInfo, createServer } from "node:net";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type Client, client } from "../../../../../test/support/client.ts";
import { letTimePass, prove } from "../../../../../test/support/proven.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { type MailServer, startMailServer } from "./servers/mail-server.ts";

const REFUSED = "refused@example.org";
const WELCOME = "Welcome to Wakelog";
const CONFIRM = "Confirm your e-mail address";

let mail: MailServer;
let service: TestService;
let api: Client;

beforeAll(async () => {
  mail = await startMailServer({ refuses: [REFUSED] });
  service = await startService({
    WAKELOG_SMTP_URL: `smtp://127.0.0.1:${mail.port}`,
    WAKELOG_MAIL_FROM: "log@harbour.example",
    WAKELOG_WEB_URL: "https://log.harbour.example",
  });
  api = client(service.apiUrl);
});
afterAll(async () => {
  await service.stop();
  await mail.stop();
});

const signup = (email: string, more: Readonly<Record<string, string>> = {}) =>
  api.post("/rpc/signup", { email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri", ...more });
const codeIn = (text: string): string => /\b(\d{8})\b/.exec(text)?.[1] ?? "";
const deliveries = (email: string) =>
  service.database.owner.transaction((tx) =>
    tx.query(sql`
      select kind, failure, attempts, sent is not null as sent, dead, due > now() as later, body
      from app.deliveries where recipient = ${email} order by id`),
  );
const makeDue = () =>
  service.database.owner.transaction((tx) =>
    tx.run(sql`update app.deliveries set due = now() where sent is null`),
  );

describe("mail of a sign-up", () => {
  it("arrives at once: one that welcomes and holds the code, from the address that is set, to the new user only", async () => {
    expect((await signup("up@example.org")).status).toBe(200);
    // No schedule is waited for: the longest of them that could help comes every 15 s.
    await vi.waitFor(() => expect(mail.to("up@example.org")).toHaveLength(1), {
      timeout: 12_000,
      interval: 50,
    });
    await service.drainJobs();
    expect(mail.to("up@example.org")).toHaveLength(1);
    const [welcome] = mail.to("up@example.org", WELCOME);
    expect(welcome?.recipients).toEqual(["up@example.org"]);
    expect(welcome?.headers.get("from")).toEqual(["Wakelog <log@harbour.example>"]);
    expect(welcome?.headers.get("to")).toEqual(["up@example.org"]);
    expect(welcome?.headers.get("message-id")).toHaveLength(1);
    expect(Date.parse(welcome?.headers.get("date")?.[0] ?? "")).toBeGreaterThan(Date.now() - 60_000);
    expect(welcome?.text).toContain("https://log.harbour.example/boat");
    expect(codeIn(welcome?.text ?? "")).toHaveLength(8);
  });

  it("holds the code that proves the address, and the outbox does not keep it", async () => {
    const { json } = await signup("proven@example.org");
    await service.drainJobs();
    const [received] = mail.to("proven@example.org", WELCOME);
    const code = codeIn(received?.text ?? "");
    const kept = await deliveries("proven@example.org");
    expect(kept.map((row) => row.sent)).toEqual([true]);
    expect(kept.some((row) => String(row.body).includes(code))).toBe(false);
    expect((await api.post("/rpc/email_fn", { token: code }, { token: json.token })).json).toBe(true);
  });

  it("is followed by no other for a quarter of an hour, in which its code stays good; once proven, by none", async () => {
    const email = "again@example.org";
    const { json } = await signup(email);
    await service.drainJobs();
    const login = async () => {
      expect((await api.post("/rpc/login", { email, pass: "fair winds 7" })).status).toBe(200);
      await service.drainJobs();
    };
    await login();
    expect(mail.to(email)).toHaveLength(1);
    await letTimePass(service, 16 * 60);
    await login();
    await login();
    const [second, ...others] = mail.to(email, CONFIRM);
    expect(others).toEqual([]);
    await api.post("/rpc/email_fn", { token: codeIn(second?.text ?? "") }, { token: json.token });
    const { preferences } = (await api.get("/rpc/settings_fn", { token: json.token })).json.settings;
    expect(preferences.email_valid).toBe(true);
    await letTimePass(service, 86_400);
    await login();
    expect(mail.to(email, CONFIRM)).toHaveLength(1);
    expect(mail.to(email, "Your address is confirmed")).toHaveLength(1);
    expect(mail.to(email)).toHaveLength(3);
  });
});

describe("a person who wants no mail", () => {
  it("gets only the codes that were asked for", async () => {
    const email = "quiet@example.org";
    const { json } = await signup(email);
    await service.drainJobs();
    const token = json.token;
    const silenced = await api.post(
      "/rpc/update_user_preferences_fn",
      { key: "{email_notifications}", value: "false" },
      { token },
    );
    expect(silenced.json).toBe(true);
    await prove(service, email);
    const before = mail.to(email).length;
    await api.post(
      "/rpc/register_vessel",
      { vessel_email: email, vessel_mmsi: "", vessel_name: "Quiet" },
      { token },
    );
    await service.drainJobs();
    expect(mail.to(email)).toHaveLength(before);
    await api.post("/rpc/recover", { email });
    await service.drainJobs();
    expect(mail.to(email, "Choose a new password")).toHaveLength(1);
  });
});

describe("names that people typed", () => {
  it("are sent as they are: quotes, umlauts, other scripts, markup", async () => {
    const email = "quotes@example.org";
    const first = `Jörg "Jo" O'Näs`;
    const boat = `"Möwe's" <b>Ŝip</b> 船 \\ %s $1 {{x}}`;
    const { json } = await signup(email, { firstname: first });
    await prove(service, email);
    await api.post(
      "/rpc/register_vessel",
      { vessel_email: email, vessel_mmsi: "", vessel_name: boat },
      { token: json.token },
    );
    await service.drainJobs();
    const [registered] = mail.to(email, `${boat} is registered`);
    expect(registered?.text).toContain(`Hello ${first},`);
    expect(registered?.text).toContain(boat);
  });

  it("cannot add a header or a recipient, whatever line ends an earlier release let into them", async () => {
    const email = "inject@example.org";
    const evil = "Evil\r\nBcc: victim@example.org\r\nX-Evil: yes\r\n\r\nnew body";
    const { json } = await signup(email);
    await prove(service, email);
    await api.post(
      "/rpc/register_vessel",
      { vessel_email: email, vessel_mmsi: "", vessel_name: "Evil" },
      { token: json.token },
    );
    await service.database.owner.transaction(async (tx) => {
      await tx.run(sql`update app.accounts set first = ${evil} where email = ${email}`);
      await tx.run(sql`update app.vessels set name = ${`${evil}\nSubject: other`} where name = 'Evil'`);
    });
    await api.post("/rpc/recover", { email });
    await service.drainJobs();
    const mails = mail.to(email);
    expect(mails.length).toBeGreaterThanOrEqual(2);
    for (const one of mails) {
      expect(one.recipients).toEqual([email]);
      expect(one.headers.get("subject")).toHaveLength(1);
      expect([one.headers.has("bcc"), one.headers.has("x-evil")]).toEqual([false, false]);
    }
    expect(mail.to("victim@example.org")).toEqual([]);
  });

  it("cannot make an address into a list, a group or another address", async () => {
    const crafted = [
      "x,y@example.net",
      "group:z@example.net;",
      "<v@example.net",
      "n;w@example.net",
      '"q@example.net',
    ];
    for (const email of crafted) {
      const answer = await signup(email);
      expect([email, answer.status, answer.json.code]).toEqual([email, 400, "23514"]);
    }
  });
});

describe("a mailbox that refuses", () => {
  it("delays its own mail only, with the server's reason kept for the operator", async () => {
    expect((await signup(REFUSED)).status).toBe(200);
    expect((await signup("neighbour@example.org")).status).toBe(200);
    await service.drainJobs();
    expect(mail.to("neighbour@example.org")).toHaveLength(1);
    expect(mail.to(REFUSED)).toEqual([]);
    for (const row of await deliveries(REFUSED)) {
      expect(row).toMatchObject({ sent: false, dead: false, later: true, attempts: 1 });
      expect(row.failure).toContain("no such mailbox");
    }
  });
});

describe("a mail server that is away", () => {
  it("delays mail, never a sign-up, and all of it arrives once when the server is back", async () => {
    const { port } = mail;
    await mail.stop();
    const email = "patient@example.org";
    expect((await signup(email)).status).toBe(200);
    await service.drainJobs();
    const waiting = await deliveries(email);
    expect(waiting.map((row) => row.kind)).toEqual(["email_otp"]);
    for (const row of waiting) {
      expect(row).toMatchObject({ sent: false, dead: false, later: true });
      expect(row.failure).toMatch(/ECONNREFUSED|connect/i);
    }
    mail = await startMailServer({ port });
    await makeDue();
    await service.drainJobs();
    await service.drainJobs();
    expect(mail.to(email, WELCOME)).toHaveLength(1);
    expect((await deliveries(email)).map((row) => [row.sent, row.failure])).toEqual([[true, null]]);
  });

  it("does not get a code any more that has become invalid, which the outbox says", async () => {
    const { port } = mail;
    await mail.stop();
    const email = "late@example.org";
    await signup(email);
    await service.drainJobs();
    await service.database.owner.transaction((tx) =>
      tx.run(
        sql`update app.deliveries set due = now(), stored = now() - interval '16 minutes' where recipient = ${email}`,
      ),
    );
    mail = await startMailServer({ port });
    await service.drainJobs();
    expect(mail.to(email)).toEqual([]);
    const code = (await deliveries(email)).find((row) => row.kind === "email_otp");
    expect(code).toMatchObject({ dead: true, body: "" });
    expect(code?.failure).toContain("no longer valid");
  });
});

describe("a mail server that takes the call and says nothing", () => {
  it("holds up no sign-up, no other event, and no stop of the service", async () => {
    const silent = createServer(() => {}).listen(0, "127.0.0.1");
    await once(silent, "listening");
    const port = (silent.address() as AddressInfo).port;
    const stuck = await startService({ WAKELOG_SMTP_URL: `smtp://127.0.0.1:${port}` });
    try {
      const at = client(stuck.apiUrl);
      for (let i = 0; i < 12; i++) {
        const answer = await at.post("/rpc/signup", {
          email: `stuck${i}@example.org`,
          pass: "fair winds 7",
          firstname: "Aino",
          lastname: "Meri",
        });
        expect(answer.status).toBe(200);
      }
      // More events than may wait for their messages at once.
      const waiting = () =>
        stuck.database.owner.transaction((tx) =>
          tx.query(sql`select count(*)::int as number from app.events where processed is null`),
        );
      await vi.waitFor(async () => expect(await waiting()).toEqual([{ number: 0 }]), { timeout: 12_000 });
    } finally {
      // The worker's own round of sending is in the middle of it, too.
      void stuck.drainJobs().catch(() => {});
      const stopping = performance.now();
      await stuck.stop();
      expect(performance.now() - stopping).toBeLessThan(10_000);
      silent.close();
    }
  });
});

describe("a service without a mail server", () => {
  it("signs people up all the same and keeps what it would have sent", async () => {
    const alone = await startService();
    try {
      const answer = await client(alone.apiUrl).post("/rpc/signup", {
        email: "island@example.org",
        pass: "fair winds 7",
        firstname: "Aino",
        lastname: "Meri",
      });
      expect(answer.status).toBe(200);
      await alone.drainJobs();
      const rows = await alone.database.owner.transaction((tx) =>
        tx.query(sql`select kind, sent, attempts, dead from app.deliveries order by id`),
      );
      expect(rows).toEqual([{ kind: "email_otp", sent: null, attempts: 0, dead: false }]);
    } finally {
      await alone.stop();
    }
  });
});
