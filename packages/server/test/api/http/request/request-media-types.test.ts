/** Which media types bodies may have. */
import { beforeAll, describe, expect, it } from "vitest";
import { newSailor, type Sailor } from "../../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../../test/support/service.ts";

const service = serviceForTests();
const { api } = service;
let sailor: Sailor;
beforeAll(async () => {
  sailor = await newSailor(api);
});

const TYPES = ["backend", "pgrst"].flatMap((family) =>
  ["object+json", "array+json", "object"].flatMap((kind) =>
    ["", ";nulls=stripped", "; nulls=stripped; charset=utf-8"].map(
      (parameters) => `application/vnd.${family}.${kind}${parameters}`,
    ),
  ),
);

describe("a body of the protocol's own media types is JSON", () => {
  it.each(TYPES)("%s", async (type) => {
    const token = sailor.userToken;
    const headers = { "Content-Type": type };
    const made = await api.post(
      "/moorages?select=id",
      { name: type },
      {
        token,
        headers: { ...headers, Prefer: "return=representation" },
      },
    );
    expect(made.status, made.text).toBe(201);
    const { id } = made.json[0];
    expect((await api.patch(`/moorages?id=eq.${id}`, { notes: "n" }, { token, headers })).status).toBe(204);
    expect((await api.post("/rpc/versions_fn", {}, { token, headers })).status).toBe(200);
    const rows = await api.post("/metrics?select=time", [{ time: new Date().toISOString() }], {
      token: sailor.vesselToken,
      headers,
    });
    expect(rows.status, rows.text).toBe(201);
  });

  it("as the service says of itself that it consumes", async () => {
    const { consumes } = (await api.get("/")).json;
    for (const type of consumes) {
      const body = type === "text/csv" ? "name\nfrom a table\n" : '{"name":"from an object"}';
      const answer = await api.post("/moorages", body, {
        token: sailor.userToken,
        headers: { "Content-Type": type },
      });
      expect(answer.status, `${type}: ${answer.text}`).toBe(201);
    }
  });

  it("and no other is", async () => {
    for (const type of [
      "application/vnd.pgrst.plan+json",
      "application/vnd.other.object+json",
      "image/png",
    ]) {
      const answer = await api.post("/moorages", "{}", {
        token: sailor.userToken,
        headers: { "Content-Type": type },
      });
      expect([answer.status, answer.json.code]).toEqual([400, "PGRST102"]);
    }
  });
});
