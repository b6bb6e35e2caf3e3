/** The header Preference-Applied. */
import { describe, expect, it } from "vitest";
import { type Answered, observatoryForTests } from "../observatory.ts";
import { PREFERRED_TABLES } from "./preferred-tables.ts";

const o = observatoryForTests({
  extra: PREFERRED_TABLES,
  config: { txEnd: "commit-allow-override", maxRows: 50 },
});
const prefer = (text: string) => ({ headers: { Prefer: text } });
const applied = ({ headers }: Answered): string | undefined => headers["preference-applied"];

const ALL =
  "max-affected=9,timezone=UTC,handling=strict,tx=rollback,count=exact,params=single-object,return=representation,missing=default,resolution=merge-duplicates";

const TAIL = "count=exact, tx=rollback, handling=strict, timezone=UTC";

describe("Preference-Applied", () => {
  it.each([
    ["a read", "GET", "/sites", undefined, TAIL],
    ["a read without a body", "HEAD", "/sites", undefined, TAIL],
    [
      "an insert",
      "POST",
      "/site_contacts",
      { site_id: 1, keeper: "x" },
      `resolution=merge-duplicates, missing=default, return=representation, ${TAIL}`,
    ],
    [
      "an insert by another key",
      "POST",
      "/badges?on_conflict=observer_id",
      { observer_id: 1 },
      `resolution=merge-duplicates, missing=default, return=representation, ${TAIL}`,
    ],
    [
      "an insert without a key",
      "POST",
      "/loose",
      { id: 1 },
      `missing=default, return=representation, ${TAIL}`,
    ],
    [
      "an update",
      "PATCH",
      "/sites?id=eq.1",
      { altitude: 1 },
      `missing=default, return=representation, ${TAIL}, max-affected=9`,
    ],
    [
      "a PUT",
      "PUT",
      "/site_contacts?site_id=eq.1",
      { site_id: 1, keeper: "x" },
      `return=representation, ${TAIL}`,
    ],
    [
      "a deletion",
      "DELETE",
      "/favourites?rank=eq.2",
      undefined,
      `return=representation, ${TAIL}, max-affected=9`,
    ],
    ["a call", "POST", "/rpc/json_rows", [{ a: 1 }], `params=single-object, ${TAIL}, max-affected=9`],
  ])("lists in order what means something to %s", async (_what, method, path, body, expected) => {
    const answered = await o.ask(method, path, { ...prefer(ALL), body });
    expect([answered.status < 300, applied(answered)]).toEqual([true, expected]);
  });

  it.each([
    [
      "GET",
      "/sites",
      "return=representation,missing=default,resolution=ignore-duplicates,params=single-object",
    ],
    ["DELETE", "/favourites?rank=eq.99", "missing=default,resolution=ignore-duplicates,params=single-object"],
    [
      "PUT",
      "/site_contacts?site_id=eq.1",
      "missing=default,resolution=ignore-duplicates,params=single-object",
    ],
    ["GET", "/rpc/answer", "return=minimal,missing=default,resolution=ignore-duplicates"],
    ["OPTIONS", "/sites", "count=exact"],
    ["GET", "/", "count=exact"],
    ["GET", "/sites", "max-affected=9"],
  ])("is not there for %s %s with %s", async (method, path, text) => {
    const body = method === "PUT" ? { site_id: 1, keeper: "Rosa" } : undefined;
    const answered = await o.ask(method, path, { ...prefer(text), body });
    expect([answered.status < 300, applied(answered)]).toEqual([true, undefined]);
  });

  it.each(["minimal", "headers-only", "representation"])("tells return=%s", async (value) => {
    const answered = await o.patch("/sites?id=eq.99", { altitude: 1 }, prefer(`return=${value}`));
    expect(applied(answered)).toBe(`return=${value}`);
  });

  it.each(["resolution=ignore-duplicates", "missing=null"])("tells %s", async (one) => {
    const row = { site_id: 1, keeper: "Rosa" };
    const answered = await o.post(
      "/site_contacts",
      row,
      prefer(`${one},resolution=ignore-duplicates,tx=rollback`),
    );
    expect(applied(answered)).toContain(one);
  });

  it("is not there for an error", async () => {
    const answered = await o.get("/sites?id=eq.x", prefer("count=exact"));
    expect([answered.status, applied(answered)]).toEqual([400, undefined]);
  });
});
