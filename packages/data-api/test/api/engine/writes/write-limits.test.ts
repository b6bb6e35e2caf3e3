import { describe, expect, it } from "vitest";
import { observatoryForTests } from "../observatory.ts";

const o = observatoryForTests({ config: { txEnd: "commit-allow-override" } });

const FULL = { headers: { Prefer: "return=representation" } };
describe("limits on what is affected", () => {
  it("undoes a write that affects more rows than allowed", async () => {
    const headers = { Prefer: "handling=strict,max-affected=1" };
    const many = await o.patch("/telescopes?id=gt.0", { is_open: true }, { headers });
    expect([many.status, many.json.code, many.json.details]).toEqual([
      400,
      "PGRST124",
      expect.stringMatching(/^The query affects \d+ rows$/),
    ]);
    expect((await o.get("/telescopes?id=eq.2&select=is_open")).json).toEqual([{ is_open: false }]);
    const one = await o.patch("/telescopes?id=eq.1", { is_open: true }, { headers });
    expect([one.status, one.headers["preference-applied"]]).toEqual([204, "handling=strict, max-affected=1"]);
  });

  it("does not ask for the right to read what is not shown", async () => {
    const { status } = await o.post("/observers", { email: "new@example.org", full_name: "New" });
    expect(status).toBe(201);
    const shown = await o.post("/observers", { email: "n2@example.org", full_name: "N" }, FULL);
    expect([shown.status, shown.json.code]).toEqual([401, "42501"]);
    const some = await o.post("/observers?select=email", { email: "n3@example.org", full_name: "N" }, FULL);
    expect([some.status, some.json]).toEqual([201, [{ email: "n3@example.org" }]]);
  });

  it("is refused for want of a right, also where no role could write", async () => {
    const anonymous = await o.delete("/best_nights");
    expect([anonymous.status, anonymous.json.code]).toEqual([401, "42501"]);
    expect((await o.patch("/best_nights", { rating: 1 }, { as: "a@b.c" })).status).toBe(403);
    expect((await o.post("/secrets", { id: 2 }, { as: "a@b.c" })).status).toBe(403);
  });
});
