/** The plugin's routes, for its page and for programs aboard. */
import manifest from "../../package.json" with { type: "json" };
import type { Aboard } from "../aboard.ts";
import { isRecord } from "../buffer/row.ts";
import { circleOf } from "../down/kept.ts";
import { nothingSpent } from "../link/budget.ts";
import { isMode } from "../link/news.ts";
import { pathsIn, wireOf } from "../link/wire.ts";
import { tripList } from "../providers/trip-list.ts";
import type { Handler, PluginRouter, RouteResponse } from "../server-api.ts";
import { sentenceOf, stateOf } from "./status.ts";

const MOST_ROWS = 1000;

/** Adds the routes: status and rows for readers, sending for those who may write, the rest for the administrator. */
export function addRoutes(router: PluginRouter, current: () => Aboard | null): void {
  const readers = router.access?.("readonly") ?? router;
  const writers = router.access?.("readwrite") ?? router;
  const running =
    (answer: (aboard: Aboard, request: Parameters<Handler>[0]) => unknown): Handler =>
    async (request, response) => {
      const aboard = current();
      if (aboard === null) return refuse(response, 503, "The plugin is not running.");
      try {
        return response.json(await answer(aboard, request));
      } catch (error) {
        return refuse(response, 400, error instanceof Error ? error.message : String(error));
      }
    };

  readers.get(
    "/status",
    running((aboard) => statusOf(aboard)),
  );
  readers.get(
    "/rows",
    running((aboard, { query }) => rowsOf(aboard, wholeOf(query.after, 0), wholeOf(query.limit, 100))),
  );
  readers.get(
    "/trips",
    running(({ buffer, recorder }) => (buffer === null ? [] : tripList(buffer, recorder.sampler.trip))),
  );
  readers.get(
    "/events",
    running((aboard) => aboard.events.all()),
  );
  writers.post(
    "/send",
    running((aboard) => done(() => aboard.shore.send())),
  );
  writers.post(
    "/mode",
    running((aboard, { body }) => setMode(aboard, body)),
  );
  writers.post(
    "/acknowledge",
    running((aboard, { body }) => done(() => acknowledge(aboard, body))),
  );
  writers.post(
    "/anchor",
    running((aboard, { body }) => done(() => setAnchor(aboard, body))),
  );
  router.post(
    "/adopt",
    running(async (aboard) => ({ rows: await aboard.adopt() })),
  );
  router.post(
    "/pair",
    running((aboard, { body }) => pair(aboard, body)),
  );
  router.post(
    "/commands",
    running((aboard, { body }) => setCommands(aboard, body)),
  );
}

/** The status, for programs. */
function statusOf(aboard: Aboard): Record<string, unknown> {
  const { buffer, kept, recorder, shore } = aboard;
  const situation = aboard.situation();
  const { settings, spent, commands, anchor } = kept.memory;
  const { paired } = shore.identity;
  const today = nothingSpent(situation.now);
  const { date, sent, received, modes } = spent.date === today.date ? spent : today;
  return {
    version: manifest.version,
    paired: paired !== null,
    vessel: paired?.vessel ?? null,
    server: paired?.server ?? null,
    state: stateOf(situation),
    message: sentenceOf(situation),
    mode: situation.mode,
    chosen_mode: shore.chosenMode,
    stream: buffer?.stream ?? null,
    newest: buffer?.rows.last()?.number ?? null,
    waiting: situation.waiting,
    oldest: isoOf(situation.oldest),
    bytes: { kept: buffer?.shelf.size ?? 0, limit: recorder.limit },
    today: { date, sent, received, budget: settings.budget[situation.mode] ?? null, modes },
    last_sent: isoOf(situation.lastSent),
    last_error: situation.lastError,
    lost: { rows: buffer?.lost ?? 0, thinned: buffer?.thinned ?? 0 },
    clock: { offset: recorder.time.systemOffset, source: recorder.time.source },
    trip: recorder.sampler.trip,
    position: { source: recorder.sampler.source.current },
    anchor: anchor === null ? null : { ...anchor, state: shore.anchor.drift },
    alarms: recorder.sampler.alarms.all() ?? {},
    commands,
    adopt: aboard.adoptable === null ? null : { from: aboard.adoptable },
  };
}

/** Rows as they are sent, ascending. */
function rowsOf({ buffer }: Aboard, after: number, limit: number): Record<string, unknown> {
  const kept = buffer?.rows.after(after, Math.min(limit, MOST_ROWS)) ?? [];
  const rows = kept.map((row) => wireOf(row, (number) => buffer?.paths.nameOf(number)));
  const paths = [...pathsIn(rows)].map((number) => [number, buffer?.paths.nameOf(number)] as const);
  return { stream: buffer?.stream ?? null, paths: Object.fromEntries(paths), rows };
}

function setMode(aboard: Aboard, body: unknown): unknown {
  const mode = isRecord(body) ? body.mode : undefined;
  if (!isMode(mode) && mode !== "auto")
    throw new Error("The mode is normal, metered, satellite, off or auto.");
  return done(() => {
    aboard.kept.keep({ mode });
    aboard.shore.send();
  });
}

function acknowledge(aboard: Aboard, body: unknown): void {
  const failure = aboard.shore.quiet("acknowledge", isRecord(body) ? body : {});
  if (failure !== null) throw new Error(failure);
}

/** Sets the anchor watch where the boat is, or ends it with a radius of null. */
function setAnchor(aboard: Aboard, body: unknown): void {
  const radius = isRecord(body) ? body.radius : undefined;
  if (radius === null) {
    aboard.shore.watchAnchor(null);
    return;
  }
  const circle = circleOf({ ...aboard.recorder.sampler.fix, radius });
  if (circle === null) throw new Error("The watch needs a position, and a radius in metres.");
  aboard.shore.watchAnchor(circle);
}

function setCommands(aboard: Aboard, body: unknown): unknown {
  const on = isRecord(body) ? body.on : undefined;
  if (typeof on !== "boolean") throw new Error("Say whether commands are on: true or false.");
  return done(() => aboard.kept.keep({ commands: on }));
}

async function pair(aboard: Aboard, body: unknown): Promise<unknown> {
  const line = isRecord(body) ? body.line : undefined;
  if (typeof line !== "string") throw new Error("There is no line.");
  await aboard.pair(line);
  return statusOf(aboard);
}

function done(act: () => void): { readonly ok: true } {
  act();
  return { ok: true };
}

function refuse(response: RouteResponse, code: number, message: string): unknown {
  return response.status(code).json({ error: message, message });
}

function wholeOf(value: unknown, usual: number): number {
  if (value === undefined) return usual;
  const number = Number(value);
  if (!Number.isSafeInteger(number) || number < 0) throw new Error("after and limit are whole numbers.");
  return number;
}

function isoOf(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}
