import { mkdtempSync, readdirSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  defaultFile,
  keptTimes,
  removeDrafts,
  thinBackups,
} from "../../../../src/service/backups/keeping.ts";
import { nextTime } from "../../../../src/service/backups/schedule.ts";

const DAY = 86_400_000;
const START = Date.UTC(2026, 0, 1);
const USUAL = { days: 7, weeks: 5, months: 12 };

const times = fc.array(fc.integer({ min: START, max: START + 800 * DAY }), { maxLength: 60 });
const keeping = fc.record({ days: fc.nat(9), weeks: fc.nat(6), months: fc.nat(14) });
const iso = (time: number): string => new Date(time).toISOString();
const monday = (time: number): string => {
  const day = new Date(time);
  day.setUTCDate(day.getUTCDate() - ((day.getUTCDay() + 6) % 7));
  return day.toISOString().slice(0, 10);
};

describe("the backups that are kept", () => {
  it("are some of the given ones, no more than the settings say, and thinning again changes nothing", () => {
    fc.assert(
      fc.property(times, keeping, (all, keep) => {
        const kept = keptTimes(all, keep);
        expect([...kept].every((time) => all.includes(time))).toBe(true);
        expect(kept.size).toBeLessThanOrEqual(keep.days + keep.weeks + keep.months);
        expect(keptTimes([...kept], keep)).toEqual(kept);
      }),
    );
  });

  it("include the newest one, whatever else is kept", () => {
    fc.assert(
      fc.property(times, keeping, (all, keep) => {
        fc.pre(all.length > 0 && keep.days + keep.weeks + keep.months > 0);
        expect(keptTimes(all, keep).has(Math.max(...all))).toBe(true);
      }),
    );
  });

  it("are all still kept when the settings keep more", () => {
    fc.assert(
      fc.property(times, keeping, keeping, (all, keep, more) => {
        const larger = {
          days: keep.days + more.days,
          weeks: keep.weeks + more.weeks,
          months: keep.months + more.months,
        };
        const kept = keptTimes(all, larger);
        expect([...keptTimes(all, keep)].every((time) => kept.has(time))).toBe(true);
      }),
    );
  });

  it("reach back as far as the settings say, though each thinning sees only what the last one kept", () => {
    const gaps = fc.array(fc.integer({ min: 20, max: 60 }), { minLength: 400, maxLength: 600 });
    fc.assert(
      fc.property(gaps, (hours) => {
        let there: readonly number[] = [];
        const ever: number[] = [];
        for (const gap of hours) {
          ever.push((ever.at(-1) ?? START) + gap * 3_600_000);
          there = [...keptTimes([...there, ever.at(-1) ?? START], USUAL)];
        }
        // Computed in another way: the last backup ever taken in each period.
        const lasts = (period: (time: number) => string, most: number) =>
          [...new Map(ever.map((time) => [period(time), time])).values()].slice(-most);
        const wanted = new Set([
          ...lasts((time) => iso(time).slice(0, 10), 7),
          ...lasts(monday, 5),
          ...lasts((time) => iso(time).slice(0, 7), 12),
        ]);
        expect(new Set(there)).toEqual(wanted);
      }),
      { numRuns: 20 },
    );
  });

  it("are all that is left in a folder, except for files with other names", async () => {
    const folder = mkdtempSync(join(tmpdir(), "wakelog-kept-"));
    for (let day = 0; day < 20; day++) writeFileSync(defaultFile(folder, new Date(START + day * DAY)), "");
    for (const name of ["letter.txt", "wakelog-mine.tar.gz"]) writeFileSync(join(folder, name), "");
    expect(await thinBackups(folder, { days: 2, weeks: 0, months: 1 })).toBe(18);
    expect(readdirSync(folder).sort()).toEqual([
      "letter.txt",
      "wakelog-20260119T000000Z.tar.gz",
      "wakelog-20260120T000000Z.tar.gz",
      "wakelog-mine.tar.gz",
    ]);
    rmSync(folder, { recursive: true });
  });
});

it("what killed backups left is removed before the next one, unless it is still being written", async () => {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-drafts-"));
  const yesterday = new Date(Date.now() - DAY + 60_000);
  const drafts = [
    "wakelog-20260101T000000Z.tar.gz.part",
    "wakelog-20260102T000000Z.tar.gz.part",
    "letter.part",
  ];
  for (const name of drafts) {
    writeFileSync(join(folder, name), "");
    if (name !== drafts[1]) utimesSync(join(folder, name), yesterday, yesterday);
  }
  await removeDrafts(folder);
  expect(readdirSync(folder).sort()).toEqual([drafts[2], drafts[1]]);
  rmSync(folder, { recursive: true });
});

it("the next time for a minute of the day is at that minute, and at most a day away", () => {
  fc.assert(
    fc.property(fc.integer({ min: START, max: START + 400 * DAY }), fc.nat(1439), (now, minute) => {
      const next = nextTime(minute, now);
      expect(next.getTime()).toBeGreaterThan(now);
      expect(next.getTime()).toBeLessThanOrEqual(now + DAY);
      expect(next.getUTCHours() * 60 + next.getUTCMinutes()).toBe(minute);
    }),
  );
});
