/** Errors of a request are reported in few words, however many there are. */
import { gzipSync } from "node:zlib";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api, "Long");
});

describe("an error", () => {
  it("does not send back the megabytes that it is about", async () => {
    const body = gzipSync(JSON.stringify({ id: "z".repeat(33_000_000), _type: "public_logs" }));
    const response = await fetch(`${service.apiUrl}/rpc/ispublic_fn`, {
      method: "POST",
      headers: { "Content-Type": "application/json", "Content-Encoding": "gzip" },
      body,
    });
    const text = await response.text();
    expect([400, 413]).toContain(response.status);
    expect(Buffer.byteLength(text)).toBeLessThan(4000);
  });

  it("is short in all its parts, on whatever path the value comes", async () => {
    const place = fc.constantFrom(
      (v: string) => api.get(`/stays?id=eq.${v}`, { token: sailor.userToken }),
      (v: string) => api.get(`/stays?${v}=eq.1`, { token: sailor.userToken }),
      (v: string) => api.get(`/stays?select=${v}`, { token: sailor.userToken }),
      (v: string) => api.get(`/stays?select=${v}(id)`, { token: sailor.userToken }),
      (v: string) => api.get(`/stays?order=${v}.asc`, { token: sailor.userToken }),
      (v: string) => api.get(`/stays?or=(${v})`, { token: sailor.userToken }),
      (v: string) => api.get(`/stays?select=id::${v}`, { token: sailor.userToken }),
      (v: string) => api.get(`/rpc/${v}`, { token: sailor.userToken }),
      (v: string) => api.get(`/rpc/timelapse_fn?start_log=${v}`, { token: sailor.userToken }),
      (v: string) => api.post("/stays", { arrived: decodeURIComponent(v) }, { token: sailor.userToken }),
      (v: string) => api.post("/stays", { [decodeURIComponent(v)]: 1 }, { token: sailor.userToken }),
      (v: string) =>
        api.post("/moorages", { name: decodeURIComponent(v), stay_code: 99 }, { token: sailor.userToken }),
      (v: string) =>
        api.patch("/stays?id=gt.0", { stay_code: decodeURIComponent(v) }, { token: sailor.userToken }),
      (v: string) => api.post("/stays", `[{"a": ${decodeURIComponent(v)}`, { token: sailor.userToken }),
      (v: string) =>
        api.get("/stays", { token: sailor.userToken, headers: { Prefer: `handling=strict, x=${v}` } }),
      (v: string) => api.get("/stays", { token: sailor.userToken, headers: { Accept: `text/${v}` } }),
      (v: string) => api.get("/stays", { token: v }),
    );
    const piece = fc.constantFrom("z", "%22", "'", "%C3%A9", "(", ")", "1", ",");
    await fc.assert(
      fc.asyncProperty(place, fc.array(piece, { minLength: 1, maxLength: 4 }), async (send, pieces) => {
        const answer = await send(pieces.join("").repeat(1500 / pieces.length));
        if (answer.status < 400) return;
        const { message = "", details, hint } = answer.json ?? {};
        for (const text of [message, details, hint]) {
          expect(Buffer.byteLength(typeof text === "string" ? text : "")).toBeLessThanOrEqual(1000);
        }
        expect(answer.text).not.toMatch(/z{250}|1{250}|é{250}/);
      }),
      { numRuns: 400 },
    );
  });

  it("shows no part of a row", async () => {
    const long = `${"x".repeat(300)}@example.org`;
    for (const [person, argument] of [
      [{ email: "nomail", pass: "SuperSecretPw1", firstname: "Ab", lastname: "Cd" }, "email"],
      [
        { email: "a@example.org", pass: "SuperSecretPw1", firstname: "A".repeat(61), lastname: "C" },
        "firstname",
      ],
      [{ email: long, pass: "SuperSecretPw1", firstname: "Ab", lastname: "Cd" }, "email"],
    ] as const) {
      const { status, json, text } = await api.post("/rpc/signup", person);
      expect([status, json.details]).toEqual([400, { argument }]);
      expect(text).not.toMatch(/scrypt|Failing row|SuperSecret/);
    }
  });
});
