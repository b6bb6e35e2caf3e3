/** An answer that PostgreSQL makes and Node.js cannot hold. */
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, type Server, serveFixture } from "./served.ts";

const EXTRA = `
create function observatory.long_text(length integer) returns text language sql as $$ select repeat('x', length) $$;
`;

let served: Served;
let usual: Server;
beforeAll(async () => {
  served = await serveFixture(EXTRA);
  usual = await served.start();
});
afterAll(() => served.close());

describe("a body longer than any text of Node.js may be", () => {
  it("is refused by the server, which lives on", async () => {
    const { status, body } = await usual.send("GET", "/rpc/long_text?length=270000000");
    expect([status, JSON.parse(body)]).toEqual([
      400,
      {
        code: "54000",
        message: "The answer is longer than 256 MB",
        details: null,
        hint: "Ask for fewer rows at a time with limit= and offset=, or for fewer columns with select=. A write is done all the same; it needs no answer with return=minimal.",
      },
    ]);
    expect((await usual.send("GET", "/sites?select=id&id=eq.1")).status).toBe(200);
  });
});
