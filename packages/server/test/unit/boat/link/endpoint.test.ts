import { Turnstile } from "@wakelog/data-api/db/turnstile.ts";
import { expect, it } from "vitest";
import { linkEndpoints } from "../../../../src/boat/link/endpoint.ts";
import { linkNews } from "../../../../src/boat/link/news.ts";

const refuse = (): never => {
  throw new Error("this must not be asked");
};
const unused = async (): Promise<never> => refuse();

it("an exchange of more than 8 MB is refused before a transaction begins", async () => {
  const endpoints = new Map(
    linkEndpoints(
      { handle: unused },
      {
        service: unused,
        links: {
          linkOf: async () => ({
            role: "vessel_role",
            claims: {},
            linkId: 1,
            vesselId: "vessel",
            keyHash: "",
          }),
          forget: refuse,
        },
        guesses: { count: unused, forget: unused },
        news: linkNews(),
        places: new Turnstile(),
        count: null,
      },
    ),
  );
  const rows = Array.from({ length: 100 }, (_, i) => [i + 1, 1, null, null, { "9": "x".repeat(100_000) }]);
  const asked = endpoints.get("/link")?.(
    {
      method: "POST",
      path: "/link",
      query: "",
      headers: {},
      body: Buffer.from(JSON.stringify({ stream: "k3j9x2ab", rows })),
    },
    { gone: () => undefined, events: refuse, file: refuse },
  );
  const refused = await Promise.resolve(asked).catch((fault: unknown) => fault);
  expect(refused).toMatchObject({ status: 413, members: { rows: expect.any(Number) } });
});
