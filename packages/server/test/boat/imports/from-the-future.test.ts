import { expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { serviceForTests } from "../../../../../test/support/service.ts";
import { sendRows } from "../../../src/cli/import/send.ts";

const service = serviceForTests();

it("counts rows of a file from the future as refused, and sends the others", async () => {
  const { vesselToken: token } = await newSailor(service.api);
  const to = { apiUrl: service.apiUrl, token, vesselId: "", print: () => {} };
  const silent = {
    speedoverground: null,
    courseovergroundtrue: null,
    windspeedapparent: null,
    anglespeedapparent: null,
    status: null,
    metrics: null,
  };
  const row = (time: number) => ({ time, latitude: 60, longitude: 24, ...silent });
  const [past, ahead] = [Date.UTC(2026, 5, 1), Date.now() + 48 * 3_600_000];
  const refused = (count: number) => new Map([["The time is more than 24 hours in the future.", count]]);
  expect(await sendRows(to, [row(past), row(ahead)])).toEqual({ accepted: 1, refused: refused(1) });
  expect(await sendRows(to, [row(ahead), row(ahead + 1)])).toEqual({ accepted: 0, refused: refused(2) });
});
