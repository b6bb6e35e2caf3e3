/** The sections of the page, each made of what the plugin says. */
import { type Event, type Row, read, type Status, type Trip, tell } from "./api.ts";
import { button, make, section } from "./dom.ts";
import { circleOf, graphOf, trackOf } from "./pictures.ts";
import { TodaysRows } from "./todays-rows.ts";
import { bytes, say, when } from "./words/words.ts";

const MODES = ["auto", "normal", "metered", "satellite", "off"] as const;
const USUAL_RADIUS = "40";
const USUAL_VALUE = "navigation.speedOverGround";
const todaysRows = new TodaysRows();

/** What the page shows. */
export interface Shown {
  readonly status: Status;
  /** Rows of today. */
  readonly rows: readonly Row[];
  readonly paths: Readonly<Record<string, string>>;
  readonly trips: readonly Trip[];
  readonly events: readonly Event[];
  /** The path whose graph is shown. */
  readonly chosen: string;
}

/** What a section may do. */
export interface Acts {
  readonly failed: (message: string) => void;
  readonly refresh: () => Promise<void>;
  readonly choose: (number: string) => void;
}

/** Link and buffer in one look. */
export function linkSection({ status }: Shown, { failed, refresh }: Acts): HTMLElement {
  const name = status.state === "not paired" ? "notPaired" : status.state;
  const state = isState(name) ? say(name) : status.state;
  const modes = make("select", { "aria-label": say("mode") });
  for (const mode of MODES)
    modes.append(make("option", { value: mode, selected: mode === status.chosen_mode }, say(mode)));
  modes.addEventListener("change", () => act(() => tell("mode", { mode: modes.value }), failed, refresh));
  return section(
    say("link"),
    make("p", { class: `state ${name}` }, state),
    make("p", {}, status.waiting === 0 ? say("ashore") : say("rows", { n: status.waiting })),
    status.waiting === 0 ? null : make("p", { class: "small" }, say("oldest", { t: when(status.oldest) })),
    make("p", { class: "small" }, say("lastSent", { t: when(status.last_sent) })),
    status.last_error === null ? null : make("p", { class: "small bad" }, status.last_error),
    make(
      "div",
      { class: "acts" },
      button(say("sendNow"), () => tell("send").then(refresh), failed),
      modes,
    ),
  );
}

/** What is kept, and what the link cost today. */
export function bufferSection({ status }: Shown): HTMLElement {
  const { bytes: disk, lost, today, clock } = status;
  const modes = Object.entries(today.modes).map(([mode, spent]) =>
    make("li", {}, `${isMode(mode) ? say(mode) : mode}: ${bytes(spent)}`),
  );
  return section(
    say("buffer"),
    make("p", {}, say("kept", { a: bytes(disk.kept), b: bytes(disk.limit) })),
    make("p", { class: "small" }, say("lost", { a: lost.rows, b: lost.thinned })),
    make(
      "p",
      { class: "small" },
      say("clock", { a: `${clock.source}, ${Math.round(clock.offset / 1000)} s` }),
    ),
    make("h3", {}, say("today")),
    make("p", {}, say("sentReceived", { a: bytes(today.sent), b: bytes(today.received) })),
    today.budget === null ? null : make("p", { class: "small" }, say("budget", { a: bytes(today.budget) })),
    make("ul", { class: "small" }, ...modes),
  );
}

/** The day's track, and the graph of a value. */
export function trackSection({ rows, paths, chosen }: Shown, { choose }: Acts): HTMLElement {
  const values = make("select", { "aria-label": say("value") });
  const names = Object.entries(paths)
    .filter(([number]) => rows.some((row) => typeof row[4][number] === "number"))
    .sort(([, a], [, b]) => a.localeCompare(b));
  const usual = names.find(([, path]) => path === USUAL_VALUE) ?? names[0];
  const shown = chosen || (usual?.[0] ?? "");
  for (const [number, path] of names)
    values.append(make("option", { value: number, selected: number === shown }, path));
  values.addEventListener("change", () => choose(values.value));
  const graph = graphOf(rows, shown);
  return section(say("track"), trackOf(rows) ?? make("p", {}, say("noTrack")), values, graph);
}

/** The trips, newest first. */
export function tripsSection({ trips }: Shown): HTMLElement {
  const items = trips.map(({ begin, end }) =>
    make("li", {}, `${when(begin)} – ${end === null ? "" : when(end)}`),
  );
  return section(say("trips"), items.length === 0 ? make("p", {}, say("noTrips")) : make("ul", {}, ...items));
}

/** The notifications that stand. */
export function alarmsSection({ status }: Shown, { failed, refresh }: Acts): HTMLElement {
  const items = Object.entries(status.alarms).map(([path, { state, message }]) =>
    make(
      "li",
      { class: `alarm ${state}` },
      make("strong", {}, message || path),
      button(say("acknowledge"), () => tell("acknowledge", { path }).then(refresh), failed),
    ),
  );
  return section(
    say("alarms"),
    items.length === 0 ? make("p", {}, say("noAlarms")) : make("ul", {}, ...items),
  );
}

/** The anchor watch with its circle. */
export function anchorSection({ status, rows }: Shown, { failed, refresh }: Acts): HTMLElement {
  const { anchor } = status;
  const newest = rows.findLast(([, , latitude]) => latitude !== null);
  if (anchor === null) {
    const radius = make("input", {
      type: "number",
      min: "5",
      max: "2000",
      value: USUAL_RADIUS,
      "aria-label": say("radius"),
    });
    const set = button(
      say("setHere"),
      () => tell("anchor", { radius: Number(radius.value) }).then(refresh),
      failed,
    );
    return section(
      say("anchor"),
      make("p", {}, say("noAnchor")),
      make("div", { class: "acts" }, radius, set),
    );
  }
  const isInside = anchor.state === "normal";
  return section(
    say("anchor"),
    make(
      "p",
      { class: isInside ? "" : "bad" },
      `${say(isInside ? "inside" : "outside")} (${anchor.radius} m)`,
    ),
    circleOf(anchor, newest),
    button(say("end"), () => tell("anchor", { radius: null }).then(refresh), failed),
  );
}

/** Pairing, and who may command. */
export function pairingSection({ status }: Shown, { failed, refresh }: Acts): HTMLElement {
  const line = make("input", {
    type: "text",
    placeholder: "log.example.org/7K3M9QXP",
    "aria-label": say("pairing"),
  });
  const pair = button(say("pair"), () => tell("pair", { line: line.value }).then(refresh), failed);
  const commands = make("input", { type: "checkbox", checked: status.commands });
  commands.addEventListener("change", () =>
    act(() => tell("commands", { on: commands.checked }), failed, refresh),
  );
  const { adopt } = status;
  return section(
    say("pairing"),
    make("p", {}, status.paired ? say("pairedWith", { a: status.vessel?.name ?? "" }) : say("pairHint")),
    make("div", { class: "acts" }, line, pair),
    adopt === null
      ? null
      : button(say("adopt", { a: adopt.from }), () => tell("adopt").then(refresh), failed),
    make("label", {}, commands, ` ${say("commands")}`),
  );
}

/** The last events in words. */
export function eventsSection({ events }: Shown): HTMLElement {
  const items = events.map(({ time, kind, values }) =>
    make("li", {}, make("time", {}, when(time)), ` ${say(`event_${kind}`, values)}`),
  );
  return section(say("events"), make("ul", { class: "small" }, ...items));
}

/** Reads everything that the page shows. */
export async function readAll(): Promise<Omit<Shown, "chosen">> {
  const [status, trips, events] = await Promise.all([
    read<Status>("status"),
    read<Trip[]>("trips"),
    read<Event[]>("events"),
  ]);
  return { status, trips, events, ...(await todaysRows.read(status)) };
}

function act(
  tellIt: () => Promise<unknown>,
  failed: (message: string) => void,
  refresh: () => Promise<void>,
): void {
  tellIt()
    .then(refresh)
    .catch((error) => failed(error instanceof Error ? error.message : String(error)));
}

function isState(name: string): name is "sending" | "waiting" | "offline" | "refused" | "disk" | "notPaired" {
  return ["sending", "waiting", "offline", "refused", "disk", "notPaired"].includes(name);
}

function isMode(name: string): name is (typeof MODES)[number] {
  return MODES.some((mode) => mode === name);
}
