/**
 * All benchmarks in one table: runs the other programs of this folder one by one and prints a line for each main
 * figure.
 *
 *   npx tsx bench/table.ts [--whole] [--only reads,ingest]
 *
 * Each program starts and ends its own servers on loopback. By default the shortest meaningful runs, about a quarter of
 * an hour in all; with `--whole` those quoted in the documents, more than an hour. A program that fails or times out
 * gets a line saying so, and the exit code is 1.
 */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { loadavg } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { z } from "zod";

type Figure = readonly [what: string, value: string];

interface Program {
  readonly name: string;
  readonly short: readonly string[];
  readonly whole: readonly string[];
  /** Extracts the figures from the program's last line, which is JSON. */
  readonly read: (line: unknown) => Figure[];
}

const LONGEST_MS = { short: 10 * 60_000, whole: 45 * 60_000 };
const num = z.number();
const ms = (value: number): string => `${value < 10 ? value.toFixed(1) : Math.round(value)} ms`;
const mb = (value: number | null): string => (value === null ? "not known here" : `${Math.round(value)} MB`);

const side = z.object({ perSecond: num, p50: num });
const reads = z.object({
  rows: z.array(
    z.object({
      request: z.string(),
      connections: num,
      postgrest: side,
      wakelog: side,
      ratio: z.object({ throughput: num, allCpu: num }),
    }),
  ),
  memory: z.object({ postgrest: num.nullable(), wakelog: num.nullable() }),
});

function readReads(line: unknown): Figure[] {
  const { rows, memory } = reads.parse(line);
  return [
    ...rows.map(
      ({ request, connections, postgrest, wakelog, ratio }): Figure => [
        `${request}, ${connections} connections`,
        `${Math.round(wakelog.perSecond)} a second, PostgREST ${Math.round(postgrest.perSecond)} (${ratio.throughput.toFixed(1)} times);` +
          ` with the database's processor time ${ratio.allCpu.toFixed(1)} times`,
      ],
    ),
    ["peak memory", `${mb(memory.wakelog)}, PostgREST ${mb(memory.postgrest)}`],
  ];
}

const ingest = z.object({
  results: z.array(
    z.object({
      server: z.string(),
      lines: z.array(
        z.object({
          what: z.string(),
          rowsPerSecond: num.nullable(),
          medianMs: num,
          p99Ms: num,
          serviceCpuMs: num.nullable(),
          databaseCpuMs: num.nullable(),
        }),
      ),
      peakMemoryMb: num.nullable(),
    }),
  ),
});

function readIngest(line: unknown): Figure[] {
  return ingest.parse(line).results.flatMap(({ server, lines, peakMemoryMb }): Figure[] => [
    ...lines.map((one): Figure => {
      const rows = one.rowsPerSecond === null ? "" : `${one.rowsPerSecond} rows a second; `;
      const cpu =
        one.serviceCpuMs === null
          ? ""
          : `; processor ${one.serviceCpuMs} + ${one.databaseCpuMs ?? "?"} ms a post`;
      return [`${server}: ${one.what}`, `${rows}${ms(one.medianMs)}, p99 ${ms(one.p99Ms)}${cpu}`];
    }),
    [`${server}: peak memory of the service`, mb(peakMemoryMb)],
  ]);
}

const detector = z.object({
  runs: num,
  wanted: num,
  got: num,
  falseTrips: num,
  missed: num,
  wrongSplits: num,
  year: z.object({ fixes: num, seconds: num, microsPerFix: num, residentMb: num }).nullable(),
});

function readDetector(line: unknown): Figure[] {
  const seen = detector.parse(line);
  const found = `${seen.got} of ${seen.wanted}, ${seen.falseTrips} false, ${seen.missed} missed, ${seen.wrongSplits} wrongly split`;
  const { year } = seen;
  return [
    [`voyages found in ${seen.runs} runs`, found],
    ...(year === null
      ? []
      : [
          [
            `a year of ${year.fixes} fixes`,
            `${year.seconds.toFixed(1)} s, ${year.microsPerFix.toFixed(1)} µs a fix, ${mb(year.residentMb)}`,
          ] as const,
        ]),
  ];
}

const events = z.object({
  events: num,
  left: num,
  failed: num,
  perSecond: num,
  waitP50Ms: num,
  waitP99Ms: num,
});

function readEvents(line: unknown): Figure[] {
  const seen = events.parse(line);
  return [
    [
      "events worked off",
      `${seen.events}, ${seen.perSecond} a second; ${seen.left} left, ${seen.failed} failed`,
    ],
    ["a recovery mail meanwhile", `${ms(seen.waitP50Ms)}, p99 ${ms(seen.waitP99Ms)}`],
  ];
}

const posted = z.object({ service: num, database: num });
const spread = z.object({ median: num, p99: num });
const alerts = z.object({
  rules: num,
  evaluatorMicrosecondsPerRow: num,
  without: posted,
  watched: posted,
  rowToEventMs: spread,
  rowToMessageMs: spread,
});

function readAlerts(line: unknown): Figure[] {
  const seen = alerts.parse(line);
  const cost = (one: z.infer<typeof posted>): string => `${one.service} + ${one.database} ms`;
  const took = (one: z.infer<typeof spread>): string => `${ms(one.median)}, p99 ${ms(one.p99)}`;
  return [
    ["the evaluator alone", `${seen.evaluatorMicrosecondsPerRow} µs a row`],
    ["a post without rules, processor", cost(seen.without)],
    [`a post with ${seen.rules} rules, processor`, cost(seen.watched)],
    ["from the row to its event", took(seen.rowToEventMs)],
    ["from the row to its message, many boats", took(seen.rowToMessageMs)],
  ];
}

const fair = z.object({
  rows: num,
  lines: z.array(z.object({ phase: z.string(), posts: z.string(), reads: z.string(), refused: z.string() })),
  peakMemoryMb: num.nullable(),
});

function readFair(line: unknown): Figure[] {
  const seen = fair.parse(line);
  return [
    ...seen.lines.map(
      ({ phase, posts, reads: read, refused }): Figure => [
        `others while one with ${seen.rows} rows: ${phase}`,
        `posts ${posts}; reads ${read}; refused ${refused === "" ? "none" : refused}`,
      ],
    ),
    ["peak memory of the service", mb(seen.peakMemoryMb)],
  ];
}

const fleet = z.object({
  aloneMb: num,
  lines: z.array(z.record(z.string(), z.union([z.string(), num, z.null()]))),
});

function readFleet(line: unknown): Figure[] {
  const { lines, aloneMb } = fleet.parse(line);
  return [
    ...lines.map(
      (one): Figure => [
        `${one.boats} boats`,
        `${one["rows/s"]} rows a second; posts ${one["rows: n, p50/p99/max ms"]} ms; node ${one["node %"]} %, PostgreSQL ${one["database %"]} % of a core`,
      ],
    ),
    ["memory of all processes", mb(aloneMb)],
  ];
}

const rest = z.object({
  firstStartSeconds: num,
  laterStartsSeconds: z.string(),
  aloneMb: num,
  memory: z.array(z.object({ name: z.string(), rss: num, pss: num })),
});

function readRest(line: unknown): Figure[] {
  const seen = rest.parse(line);
  return [
    ["first start, later starts", `${seen.firstStartSeconds} s, ${seen.laterStartsSeconds} s`],
    ["one boat at rest, all processes alone", mb(seen.aloneMb)],
    ...seen.memory.map(({ name, rss, pss }): Figure => [name, `PSS ${mb(pss)}, RSS ${mb(rss)}`]),
  ];
}

const PROGRAMS: readonly Program[] = [
  { name: "reads", short: ["--rounds", "1", "--seconds", "1"], whole: ["--rounds", "5"], read: readReads },
  { name: "ingest", short: ["--quick"], whole: [], read: readIngest },
  { name: "detector", short: ["--seeds", "1"], whole: [], read: readDetector },
  { name: "events", short: ["--mails", "20", "--minutes", "2"], whole: [], read: readEvents },
  { name: "alerts", short: ["--boats", "100", "--seconds", "20"], whole: [], read: readAlerts },
  { name: "fair", short: ["--years", "0.2", "--boats", "5"], whole: [], read: readFair },
  { name: "fleet", short: ["--boats", "1000", "--seconds", "30"], whole: [], read: readFleet },
  { name: "rest", short: ["--wait", "20", "--starts", "2"], whole: [], read: readRest },
];

/** Runs a program. @returns its figures, or a sentence saying why there are none */
async function run({ name, short, whole, read }: Program, isWhole: boolean): Promise<Figure[] | string> {
  const script = join(import.meta.dirname, `${name}.ts`);
  const flags = isWhole ? whole : short;
  const child = spawn(process.execPath, ["--import", "tsx", script, ...flags], {
    stdio: ["ignore", "pipe", "ignore"],
    // Its own process group, so that its servers end with it.
    detached: true,
  });
  const limit = setTimeout(
    () => child.pid !== undefined && process.kill(-child.pid, "SIGTERM"),
    isWhole ? LONGEST_MS.whole : LONGEST_MS.short,
  );
  let printed = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    printed += text;
  });
  await once(child, "close");
  clearTimeout(limit);
  if (child.exitCode !== 0) return `not measured: it ended with ${child.exitCode ?? child.signalCode}`;
  return read(JSON.parse(printed.trim().split("\n").at(-1) ?? ""));
}

const { values } = parseArgs({ options: { whole: { type: "boolean" }, only: { type: "string" } } });
const names = values.only?.split(",");
const chosen = PROGRAMS.filter(({ name }) => names === undefined || names.includes(name));
console.log("| Program | What | Measured |\n|---|---|---|");
for (const program of chosen) {
  const began = performance.now();
  const figures = await run(program, values.whole ?? false);
  const took = `${Math.round((performance.now() - began) / 1000)} s, load ${(loadavg()[0] ?? 0).toFixed(1)}`;
  if (typeof figures === "string") process.exitCode = 1;
  const lines: Figure[] =
    typeof figures === "string" ? [[took, figures]] : [...figures, ["the program", took]];
  for (const [what, value] of lines) console.log(`| ${program.name} | ${what} | ${value} |`);
}
