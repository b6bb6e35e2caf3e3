/**
 * Random requests of every kind, their embeds spread at random: release 16 answers them with what it promises of every
 * answer, and where 11 answers too, with the same rows.
 */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { calls } from "../../peer/generate/calls.ts";
import { noise } from "../../peer/generate/noise.ts";
import { reads } from "../../peer/generate/reads.ts";
import { rowWrites } from "../../peer/generate/row-writes.ts";
import { writes } from "../../peer/generate/writes.ts";
import { type PeerRequest, shown, undone } from "../../peer/request.ts";
import type { Answered, Asking } from "../engine/observatory.ts";
import { bothReleases } from "./both-releases.ts";

const RUNS = Number(process.env.WAKELOG_TEST_PEER_RUNS ?? 200) * 3;
const releases = bothReleases({
  config: { txEnd: "commit-allow-override", plan: true, aggregates: true },
});

/** An embed without an alias in a select list. */
const EMBED = /(^|[,(])(?:[^\s,():!.]+:)?([^\s,():".]+)\(/g;

/** The request with some of its embeds spread. @param choices whether to spread each, in order */
function spread(request: PeerRequest, choices: readonly boolean[]): PeerRequest {
  const target = request.target.replace(/(?<=[?&]select=)[^&]*/, (list) => {
    if (/%(?![0-9a-f]{2})/i.test(list)) return list;
    let at = 0;
    const text = decodeURIComponent(list).replace(EMBED, (whole, before: string, name: string) =>
      choices[at++ % choices.length] === true ? `${before}...${name}(` : whole,
    );
    return encodeURIComponent(text);
  });
  return { ...request, target };
}

const requests = fc
  .tuple(
    fc.oneof({ weight: 8, arbitrary: reads() }, writes(), rowWrites(), calls(), noise()),
    fc.oneof(fc.constant([false]), fc.array(fc.boolean(), { minLength: 1, maxLength: 4 })),
  )
  .map(([request, choices]) => spread(request, choices));

const ask = (asking: Asking, request: PeerRequest): Promise<Answered> => {
  const { method, target, headers, body } = undone(request);
  return asking.ask(method, target, { headers, ...(body === undefined ? {} : { body: Buffer.from(body) }) });
};

/** PostgreSQL's own errors with status 500: a row is met twice, an object is in the wrong state. */
const OWN_FAULTS = new Set(["21000", "55000"]);
/** What a statement that is built wrongly causes. */
const BROKEN = new Set(["42601", "42702", "42P02"]);

describe("random requests", () => {
  it("never fail at 16, and read there what they read at 11", async () => {
    const seen = { alike: 0, spread: 0, refused: 0 };
    await fc.assert(
      fc.asyncProperty(requests, async (request) => {
        const [eleven, sixteen] = [
          await ask(releases.of("11"), request),
          await ask(releases.of("16"), request),
        ];
        const what = shown(request);
        const { status, headers, text } = sixteen;
        if (status >= 400) {
          seen.refused++;
          expect(headers["content-type"], what).toBe("application/json; charset=utf-8");
          const code = headers["proxy-status"]?.replace("PostgREST; error=", "") ?? "";
          expect(code, what).not.toBe("");
          if (text !== "") expect(sixteen.json.code, what).toBe(code);
          if (eleven.status < 300 || !BROKEN.has(eleven.json?.code)) expect(BROKEN, what).not.toContain(code);
          if (!OWN_FAULTS.has(code)) expect(status, what).toBeLessThan(500);
        } else if (eleven.status >= 400) seen.spread++;
        const isRead = /^GET \/[^? ]/.test(what) && !/timezone|single-object/.test(what);
        if (eleven.status >= 300 || status >= 300 || !isRead) return;
        seen.alike++;
        expect([status, text], what).toEqual([eleven.status, eleven.text]);
      }),
      { numRuns: RUNS },
    );
    expect(seen.alike).toBeGreaterThan(RUNS / 100);
    expect(seen.spread).toBeGreaterThan(RUNS / 100);
    expect(seen.refused).toBeGreaterThan(RUNS / 20);
  }, 300_000);
});
