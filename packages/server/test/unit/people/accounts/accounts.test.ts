import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { hashPassword, passwordMatches } from "../../../../src/people/accounts/passwords.ts";
import { tokenIssuer } from "../../../../src/people/accounts/tokens.ts";

describe("passwords", () => {
  it("accepts only the password that was hashed", async () => {
    const stored = await hashPassword("correct horse");
    expect(await passwordMatches("correct horse", stored)).toBe(true);
    expect(await passwordMatches("correct hors", stored)).toBe(false);
  });

  it("salts hashes, so equal passwords are stored differently", async () => {
    expect(await hashPassword("same")).not.toBe(await hashPassword("same"));
  });

  it("rejects any password for an unknown account", async () => {
    expect(await passwordMatches("", null)).toBe(false);
    expect(await passwordMatches("guess", null)).toBe(false);
  });

  it("computes two hashes at a time, queues sixteen, and refuses more", async () => {
    const computed = await Promise.allSettled(
      Array.from({ length: 30 }, () => hashPassword("x", { N: 1024, r: 8, p: 1 })),
    );
    const refused = computed.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
    expect(refused).toHaveLength(12);
    expect(refused[0]).toMatchObject({ status: 503, headers: [["Retry-After", "5"]] });
    // The first caller was served, and the way is free again.
    expect(computed.slice(0, 18).every((one) => one.status === "fulfilled")).toBe(true);
    expect(await passwordMatches("same", await hashPassword("same"))).toBe(true);
  });

  it("treats composed and decomposed letters alike", async () => {
    expect(await passwordMatches("a\u030a", await hashPassword("\u00e5"))).toBe(true);
  });
});

describe("tokens", () => {
  const tokens = tokenIssuer("x".repeat(32), 1);

  it("expires user tokens after an hour or the session's limit; they name account and vessel", async () => {
    const person = { accountId: "a1", email: "A@b.io", vesselId: "v1", sessionVersion: 4 };
    const claims = decodeJwt(await tokens.user(person));
    expect(claims).toMatchObject({ role: "user_role", email: "a@b.io", uid: "a1", vid: "v1", ver: 4 });
    // A user who acts through a chat has given no password.
    expect(claims.auth_time).toBe(claims.iat);
    expect(decodeJwt(await tokens.chat(person))).not.toHaveProperty("auth_time");
    expect(Number(claims.exp) - Number(claims.iat)).toBe(3600);
    const long = await tokenIssuer("x".repeat(32), 720).user({
      accountId: "a1",
      email: "a@b.io",
      vesselId: null,
      sessionVersion: 1,
    });
    expect(Number(decodeJwt(long).exp) - Number(decodeJwt(long).iat)).toBe(30 * 24 * 3600);
  });

  it("never expires vessel tokens, which carry a revocable version", async () => {
    const claims = decodeJwt(await tokens.vessel({ vesselId: "v1", email: "a@b.io", tokenVersion: 3 }));
    expect(claims).toMatchObject({ role: "vessel_role", vid: "v1", ver: 3 });
    expect(claims.exp).toBeUndefined();
  });
});
