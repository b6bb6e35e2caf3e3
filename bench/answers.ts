/**
 * Records the data API's answers to some thousand requests, the written ones of the tests and random ones, so that two
 * commits can be compared byte for byte.
 *
 *   npx tsx bench/answers.ts record FILE [--runs 1000] [--seed 1]
 *   npx tsx bench/answers.ts compare FILE [--runs 1000] [--seed 1]
 *
 * Record on one commit and compare on the other, with the same options. Without WAKELOG_TEST_DATABASE_URL, starts an
 * embedded server.
 */
import { createReadStream, createWriteStream, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { startDataApi } from "@wakelog/data-api/command/server.ts";
import { readSettings } from "@wakelog/data-api/command/settings.ts";
import { connectionUrl } from "@wakelog/data-api/db/connection-settings.ts";
import { connectPostgres } from "@wakelog/data-api/db/postgres.ts";
import { raw } from "@wakelog/data-api/db/sql.ts";
import fc from "fast-check";
import { calls } from "../packages/data-api/test/peer/generate/calls.ts";
import { kindReads } from "../packages/data-api/test/peer/generate/kinds.ts";
import { kindCalls } from "../packages/data-api/test/peer/generate/kinds-calls.ts";
import { kindWrites } from "../packages/data-api/test/peer/generate/kinds-writes.ts";
import { noise } from "../packages/data-api/test/peer/generate/noise.ts";
import { reads } from "../packages/data-api/test/peer/generate/reads.ts";
import { rowWrites } from "../packages/data-api/test/peer/generate/row-writes.ts";
import { writes } from "../packages/data-api/test/peer/generate/writes.ts";
import {
  type PeerRequest,
  parseRequests,
  peerClient,
  shown,
  undone,
} from "../packages/data-api/test/peer/request.ts";
import { PEER_SECRET, peerTokens } from "../packages/data-api/test/peer/tokens.ts";
import { startEmbedded } from "../packages/server/src/database/postgres-server/embedded.ts";

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { runs: { type: "string", default: "1000" }, seed: { type: "string", default: "1" } },
});
const [mode, file] = positionals;
if ((mode !== "record" && mode !== "compare") || file === undefined) {
  throw new Error("say record or compare, and a file");
}
const [runs, seed] = [Number(values.runs), Number(values.seed)];

const PEER = new URL("../packages/data-api/test/peer/", import.meta.url);
const fixture = readFileSync(new URL("../cases/fixture.sql", PEER), "utf8");
const schema = (name: string): string => readFileSync(new URL(`schemas/${name}.sql`, PEER), "utf8");
const written = (...names: readonly string[]): readonly PeerRequest[] =>
  names.flatMap((name) => parseRequests(readFileSync(new URL(`requests/${name}.txt`, PEER), "utf8")));
const random = (requests: fc.Arbitrary<PeerRequest>): readonly PeerRequest[] =>
  fc.sample(requests, { numRuns: runs, seed });

/** Each group has its own database and server. */
const GROUPS = [
  {
    scripts: [fixture, schema("shapes")],
    settings: { "db-schemas": "observatory,archive" },
    requests: [
      ...written("reads", "embeds", "writes", "calls", "protocol", "plans", "shapes", "later", "rows"),
      ...random(fc.oneof(reads(), writes(), rowWrites(), calls(), noise())),
      ...written("reads", "embeds", "writes", "calls"),
    ],
  },
  {
    scripts: [fixture, schema("kinds")],
    settings: { "db-schemas": "kinds,Other Kinds", "db-aggregates-enabled": "true" },
    requests: [
      ...written("kinds", "kinds-rows", "kinds-writes", "kinds-calls", "kinds-later"),
      ...random(fc.oneof(kindReads(), kindWrites(), kindCalls())),
    ],
  },
];

/** The part of an answer that is the same on each run. */
function comparable(
  request: PeerRequest,
  answer: Awaited<ReturnType<ReturnType<typeof peerClient>["send"]>>,
) {
  const { date: _, ...headers } = answer.headers;
  return JSON.stringify([shown(request), answer.status, headers, answer.body]);
}

async function answersOf(url: string, group: (typeof GROUPS)[number]): Promise<readonly string[]> {
  const owner = connectPostgres({ url, max: 1 });
  for (const script of group.scripts) await owner.transaction((tx) => tx.script(script));
  // Otherwise it would depend on the time when PostgreSQL's estimates change.
  await owner.pipeline([{ statement: raw("analyze") }]);
  await owner.close();
  const settings = new Map(
    Object.entries({
      "db-uri": connectionUrl(url, { user: "fixture_authenticator", password: "fixture" }),
      "db-anon-role": "fixture_anonymous",
      "db-extra-search-path": "tools",
      "db-tx-end": "commit-allow-override",
      "db-plan-enabled": "true",
      "db-pool": "1",
      "jwt-secret": PEER_SECRET,
      // The description names the port otherwise.
      "openapi-server-proxy-uri": "http://127.0.0.1:3000",
      "server-host": "127.0.0.1",
      "server-port": "0",
      "log-level": "crit",
      ...group.settings,
    }),
  );
  const api = await startDataApi(
    (database) => readSettings({ file: settings, ...(database === undefined ? {} : { database }) }),
    (line) => void process.stderr.write(`${line}\n`),
  );
  while (!(await api.ready())) await new Promise((resolve) => setTimeout(resolve, 20));
  const answers: string[] = [];
  for (let at = 0; at < group.requests.length; at += 200) {
    // Some tokens are valid for a few seconds only.
    const client = peerClient(Number(new URL(api.where).port), peerTokens());
    for (const request of group.requests.slice(at, at + 200))
      answers.push(comparable(request, await client.send(undone(request))));
    client.close();
  }
  await api.stop();
  return answers;
}

async function allAnswers(url: string): Promise<readonly string[]> {
  const admin = connectPostgres({ url, max: 1 });
  const all: string[] = [];
  for (const [at, group] of GROUPS.entries()) {
    const name = `wakelog_bench_answers_${process.pid}_${at}`;
    await admin.pipeline([{ statement: raw(`create database ${name}`) }]);
    all.push(...(await answersOf(connectionUrl(url, { database: name }), group)));
    await admin.pipeline([{ statement: raw(`drop database ${name} with (force)`) }]);
  }
  await admin.close();
  return all;
}

async function finish(answers: readonly string[], path: string): Promise<void> {
  if (mode === "record") {
    const out = createWriteStream(path);
    for (const answer of answers) out.write(`${answer}\n`);
    out.end();
    console.log(`${answers.length} answers recorded`);
    return;
  }
  let at = 0;
  let differing = 0;
  for await (const before of createInterface({ input: createReadStream(path) })) {
    const now = answers[at++];
    if (now === before) continue;
    differing += 1;
    if (differing <= 20) console.log(`- ${before}\n+ ${now}\n`);
  }
  console.log(`${at} answers compared, ${differing} differ`);
  process.exitCode = differing === 0 && at === answers.length ? 0 : 1;
}

const given = process.env.WAKELOG_TEST_DATABASE_URL;
if (given !== undefined) await finish(await allAnswers(given), file);
else {
  const dataDir = await mkdtemp(join(tmpdir(), "wakelog-bench-"));
  const server = await startEmbedded({ dataDir, port: "auto", durable: false });
  try {
    await finish(await allAnswers(server.url), file);
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
