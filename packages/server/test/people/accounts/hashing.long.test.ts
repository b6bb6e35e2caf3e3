/** Passwords are hashed a few at a time, and other requests do not wait for it. */

import { ignoreAll } from "@wakelog/kit/observe.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { client, newSailor } from "../../../../../test/support/client.ts";
import { startService, type TestService } from "../../../../../test/support/service.ts";
import { PASSWORD_COST } from "../../../src/people/accounts/passwords.ts";

let service: TestService;
beforeAll(async () => {
  // As expensive as in an installation: with cheap hashes there is no wait.
  service = await startService({}, ignoreAll, PASSWORD_COST);
});
afterAll(() => service.stop());

it("of many who sign in at once as many wait as are soon served, and the others are asked to come back", async () => {
  const api = client(service.apiUrl);
  const sailor = await newSailor(api, "Fulmar");
  const attempts = Array.from({ length: 60 }, (_, n) =>
    api.post("/rpc/login", { email: `unknown${n}@example.org`, pass: "fair winds 7" }),
  );
  const others = await Promise.all([
    ...Array.from({ length: 10 }, () => api.get("/versions_view")),
    ...Array.from({ length: 10 }, () => api.get("/metadata?select=name", { token: sailor.userToken })),
  ]);
  expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  const answers = await Promise.all(attempts);
  const statuses = answers.map(({ status }) => status);
  expect(new Set(statuses)).toEqual(new Set([401, 503]));
  // Two at work and sixteen behind them.
  expect(statuses.filter((status) => status === 401).length).toBeGreaterThanOrEqual(18);
  for (const answer of answers.filter(({ status }) => status === 503)) {
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(answer.json.message).toBe("Too many people are signing in right now");
  }
});
