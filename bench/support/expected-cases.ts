/** The inputs of `bench/cases.ts` that a boat sends or imports, and their expected results. */
import { z } from "zod";

const number = z.number().nullable();
export const logSchema = z.object({
  id: z.number(),
  active: z.boolean(),
  _from_time: z.string(),
  _to_time: z.string().nullable(),
  distance: number,
  duration: z.string().nullable(),
  avg_speed: number,
  max_speed: number,
  extra: z.record(z.string(), z.unknown()).nullable(),
});
export const rowSchema = z.object({
  time: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  speedoverground: number,
  courseovergroundtrue: number,
  status: z.string().nullable(),
  metrics: z.record(z.string(), z.unknown()).nullable(),
});
export type Log = z.infer<typeof logSchema>;
type Row = z.infer<typeof rowSchema>;

/** The service's result for an input. */
export interface Seen {
  readonly logs: readonly Log[];
  readonly rows: readonly Row[];
  readonly review: readonly { readonly kind: string; readonly doubt: string | null }[];
  readonly stays: readonly { readonly arrived: string; readonly departed: string | null }[];
  /** Output of `wakelog import`. */
  readonly printed: string;
}

/** The result in words, and whether it is right. */
export type Verdict = readonly [got: string, isRight: boolean];

export interface Case {
  readonly id: string;
  readonly wanted: string;
  readonly judge: (seen: Seen) => Verdict;
}

const at = (log: Log | undefined, end: "from" | "to"): string =>
  (end === "from" ? log?._from_time : log?._to_time)?.slice(11, 16) ?? "open";
const inWords = (logs: readonly Log[]): string =>
  `${logs.length} logs${logs.map((log) => `, ${at(log, "from")}-${at(log, "to")} ${log.distance} NM`).join("")}`;
const near = (value: number | null | undefined, wanted: number, by: number): boolean =>
  value !== null && value !== undefined && Math.abs(value - wanted) <= by;
const range = (values: readonly number[]): string => `${Math.min(...values)} to ${Math.max(...values)}`;
const numbers = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null);

/** Expects this many logs, all finished, with these lengths in nautical miles, within a tolerance. */
function logs(...lengths: readonly { readonly nm: number; readonly share?: number }[]) {
  return ({ logs: found }: Seen): Verdict => [
    inWords(found),
    found.length === lengths.length &&
      lengths.every(({ nm, share = 0.01 }, n) => near(found[n]?.distance, nm, nm * share)) &&
      found.every((log) => !log.active),
  ];
}

/** The expected result of each input, by id. */
export const CASES: readonly Case[] = [
  {
    id: "c01",
    wanted: "22.9 S 43.1 W, 5.97 NM, 6 kn, 180°",
    judge: ({ logs: found, rows }) => {
      const courses = numbers(rows.map((row) => row.courseovergroundtrue));
      const speeds = numbers(rows.map((row) => row.speedoverground));
      const isThere = rows.length > 0 && rows.every((row) => row.latitude < -22 && row.longitude < -43);
      return [
        `${inWords(found)}, from ${rows[0]?.latitude} ${rows[0]?.longitude}, kn ${range(speeds)}, course ${range(courses)}`,
        isThere &&
          near(found[0]?.distance, 5.97, 0.06) &&
          near(Math.max(...speeds), 6, 0.1) &&
          near(Math.max(...courses), 180, 0.5),
      ];
    },
  },
  {
    id: "c02",
    wanted: "10 June 2026, 15:15-16:15",
    judge: ({ logs: found }) => [
      `${found[0]?._from_time}, ${inWords(found)}`,
      found.length === 1 &&
        near(Date.parse(found[0]?._from_time ?? ""), Date.UTC(2026, 5, 10, 15, 15), 120_000) &&
        near(Date.parse(found[0]?._to_time ?? ""), Date.UTC(2026, 5, 10, 16, 15), 120_000),
    ],
  },
  {
    id: "c04",
    wanted: "SOG 0, no status, no course 90°",
    judge: ({ rows }) => {
      const speeds = numbers(rows.map((row) => row.speedoverground));
      const courses = numbers(rows.map((row) => row.courseovergroundtrue));
      const statuses = new Set(rows.map((row) => row.status));
      return [
        `SOG ${range(speeds)}, status ${[...statuses]}, courses ${[...new Set(courses)]}`,
        Math.max(...speeds) === 0 &&
          !statuses.has("motoring") &&
          !courses.some((course) => near(course, 90, 1)),
      ];
    },
  },
  {
    id: "c06",
    wanted: "finished, about 4.5 NM, ended 10:09, arrival doubtful",
    judge: ({ logs: found, review }) => [
      `${inWords(found)}, doubt ${review.map(({ doubt }) => doubt)}`,
      found.length === 1 &&
        found[0]?.active === false &&
        near(found[0].distance, 4.5, 0.1) &&
        near(Date.parse(found[0]._to_time ?? ""), Date.UTC(2021, 5, 10, 10, 9), 60_000) &&
        review.some(({ doubt }) => doubt === "arrival" || doubt === "both"),
    ],
  },
  { id: "c07", wanted: "one log of 5.0 NM", judge: logs({ nm: 5.0 }) },
  {
    id: "c10",
    wanted: "max_speed 5",
    judge: ({ logs: found }) => [`max_speed ${found[0]?.max_speed}`, near(found[0]?.max_speed, 5, 0.1)],
  },
  {
    id: "c11",
    wanted: "2.92 from 09:01 or 2.99 from 09:00; best_24h_nm equal",
    judge: ({ logs: found }) => {
      const best = z.number().nullable().catch(null).parse(found[0]?.extra?.best_24h_nm);
      const wanted = at(found[0], "from") === "09:00" ? 2.99 : 2.92;
      return [
        `${inWords(found)}, best 24 h ${best}`,
        near(found[0]?.distance, wanted, 0.01) && near(best, found[0]?.distance ?? 0, 0.01),
      ];
    },
  },
  {
    id: "c12",
    wanted: "depth 8.0 to 15.0 m",
    judge: ({ rows }) => {
      const depths = rows.flatMap(({ metrics }) =>
        Object.entries(metrics ?? {}).flatMap(([key, value]) =>
          key.startsWith("environment.depth.") && typeof value === "number" ? [value] : [],
        ),
      );
      return [
        `depth ${range(depths)}`,
        near(Math.min(...depths), 8, 0.1) && near(Math.max(...depths), 15, 0.15),
      ];
    },
  },
  {
    id: "c15",
    wanted: "a log, and no speeds",
    judge: ({ logs: found, rows }) => [
      `${inWords(found)}, ${numbers(rows.map((row) => row.speedoverground)).length} speeds`,
      found.length === 1 && rows.every((row) => row.speedoverground === null),
    ],
  },
  {
    id: "c21",
    wanted: "14 rows, or a sentence",
    judge: ({ rows, printed }) => [
      `${rows.length} rows; ${printed.trim().split("\n").at(-1)}`,
      rows.length === 14 || (rows.length === 0 && printed.trim() !== "" && !printed.includes("no times")),
    ],
  },
  {
    id: "d01",
    wanted: "one stay",
    judge: ({ logs: found, review, stays }) => [
      `${inWords(found)}, ${stays.length} stays, ${review.length} to review`,
      found.length === 0 && stays.length === 1 && review.length === 0,
    ],
  },
  {
    id: "d03",
    wanted: "ends 08:40, 2.43 NM",
    judge: (seen) => {
      const [got, isRight] = logs({ nm: 2.43 })(seen);
      return [
        got,
        isRight && near(Date.parse(seen.logs[0]?._to_time ?? ""), Date.UTC(2025, 5, 1, 8, 40), 120_000),
      ];
    },
  },
  { id: "d05", wanted: "no log", judge: logs() },
  { id: "d06", wanted: "1 log, 7.7 NM", judge: logs({ nm: 7.7 }) },
  {
    id: "d10",
    wanted: "1 log, about 08:30-14:30",
    judge: ({ logs: found }) => [
      inWords(found),
      found.length === 1 &&
        near(Date.parse(found[0]?._from_time ?? ""), Date.UTC(2025, 5, 1, 8, 30), 1_800_000) &&
        near(Date.parse(found[0]?._to_time ?? ""), Date.UTC(2025, 5, 1, 14, 30), 1_800_000),
    ],
  },
  { id: "d12", wanted: "1 log", judge: ({ logs: found }) => [inWords(found), found.length === 1] },
  { id: "d14", wanted: "1 log", judge: ({ logs: found }) => [inWords(found), found.length === 1] },
  { id: "d15", wanted: "no log", judge: logs() },
  {
    id: "d16",
    wanted: "2.73 NM, stay of a week",
    judge: (seen) => {
      const [got, isRight] = logs({ nm: 2.73 })(seen);
      const week = seen.stays.some(
        ({ arrived, departed }) =>
          Date.parse(departed ?? "2025-06-08T08:55Z") - Date.parse(arrived) > 6.5 * 86_400_000,
      );
      return [`${got}, ${week ? "" : "no "}stay of a week, ${seen.review.length} to review`, isRight && week];
    },
  },
  {
    id: "d18",
    wanted: "no log",
    judge: ({ logs: found, review }) => [
      `${inWords(found)}, ${review.length} to review`,
      found.length === 0 && review.length === 0,
    ],
  },
  { id: "d19", wanted: "no log, event drag", judge: logs() },
  { id: "d21", wanted: "7.93 NM", judge: logs({ nm: 7.93 }) },
  { id: "d22", wanted: "1.450 NM", judge: logs({ nm: 1.45 }) },
];
