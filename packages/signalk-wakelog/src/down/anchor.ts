/** The anchor watch aboard, which needs no link. */
import { distance, type Position } from "../sample/geo.ts";
import type { ServerApp } from "../server-api.ts";
import type { EventKind, Log } from "../status/events.ts";
import { valueAt } from "./commands.ts";
import { type Circle, circleOf } from "./kept.ts";

const NOTIFICATION = "notifications.navigation.anchor";
const POSITION = "navigation.anchor.position";
const RADIUS = "navigation.anchor.maxRadius";
/** No fix is reached faster than this, in metres per second. */
const FASTEST = 20;
const ALARM_AT = 1.5;

/** How far out the boat is. */
export type Drift = "normal" | "warn" | "alarm";

/** The event, and the notification's message. */
const NEWS: Readonly<Record<Drift, readonly [EventKind, message: string]>> = {
  normal: ["anchorWithin", "The boat is within her anchor circle."],
  warn: ["anchorOutside", "The anchor may drag: the boat is outside her circle."],
  alarm: ["anchorFar", "The anchor drags: the boat is far outside her circle."],
};

/** A fix with its time, in milliseconds. */
export interface TimedFix extends Position {
  readonly mono: number;
}

/** What a fix says by itself: within the circle, outside it, or outside 1.5 times of it. */
export function driftOf(circle: Circle, fix: Position): Drift {
  const away = distance(circle, fix);
  if (away <= circle.radius) return "normal";
  return away > circle.radius * ALARM_AT ? "alarm" : "warn";
}

/** What two fixes in a row say: a single one outside raises nothing, nor one that could not be reached. */
export function driftOfTwo(circle: Circle, before: TimedFix, fix: TimedFix): Drift | null {
  const seconds = Math.max(1, (fix.mono - before.mono) / 1000);
  if (distance(before, fix) >= FASTEST * seconds) return null;
  const [first, second] = [driftOf(circle, before), driftOf(circle, fix)];
  if (first === "normal" || second === "normal") return second === "normal" ? "normal" : null;
  return first === "alarm" && second === "alarm" ? "alarm" : "warn";
}

/** Watches the anchor. */
export class AnchorWatch {
  readonly #app: ServerApp;
  readonly #id: string;
  #circle: Circle | null = null;
  #before: TimedFix | null = null;
  #drift: Drift = "normal";
  /** The server has told the circle. */
  #isPublished = false;
  /** Told to the log. */
  readonly #log: Log;

  constructor(app: ServerApp, id: string, log: Log) {
    this.#app = app;
    this.#id = id;
    this.#log = log;
  }

  /** The circle; null without a watch. */
  get circle(): Circle | null {
    return this.#circle;
  }

  /** How far out the boat is. */
  get drift(): Drift {
    return this.#drift;
  }

  /** Sets the watch, or ends it with null, and publishes it. */
  set(circle: Circle | null): void {
    this.#take(circle);
    this.#isPublished = false;
    const position = circle === null ? null : { latitude: circle.latitude, longitude: circle.longitude };
    this.#put(POSITION, position);
    this.#put(RADIUS, circle?.radius ?? null);
  }

  /** Takes up a watch that another plugin set or ended aboard. @returns whether the circle is another one now */
  adopt(): boolean {
    const found = valueAt(this.#app, POSITION);
    const radius = valueAt(this.#app, RADIUS);
    const circle = circleOf({ ...(typeof found === "object" ? found : null), radius });
    const isEnded = this.#isPublished && (found === null || found === undefined);
    this.#isPublished = circle !== null || (this.#isPublished && !isEnded);
    if (circle === null && !isEnded) return false;
    if (JSON.stringify(circle) === JSON.stringify(this.#circle)) return false;
    this.#take(circle);
    return true;
  }

  /** Looks at a fix. */
  fix(fix: TimedFix): void {
    const before = this.#before;
    this.#before = fix;
    if (this.#circle === null || before === null || before.mono === fix.mono) return;
    const drift = driftOfTwo(this.#circle, before, fix);
    if (drift !== null) this.#raise(drift);
  }

  #take(circle: Circle | null): void {
    this.#circle = circle;
    this.#before = null;
    this.#raise("normal");
  }

  #raise(drift: Drift): void {
    if (drift === this.#drift) return;
    this.#drift = drift;
    const [event, message] = NEWS[drift];
    this.#log(event);
    const method = drift === "normal" ? [] : ["visual", "sound"];
    this.#publish(NOTIFICATION, { state: drift, method, message });
  }

  /** Through the handler of another plugin where there is one. */
  #put(path: string, value: unknown): void {
    const { putSelfPath } = this.#app;
    if (putSelfPath === undefined) {
      this.#publish(path, value);
      return;
    }
    const answered = Promise.resolve().then(() => putSelfPath.call(this.#app, path, value, () => undefined));
    answered.then(
      (reply) => {
        if (!wasTaken(reply)) this.#publish(path, value);
      },
      () => this.#publish(path, value),
    );
  }

  #publish(path: string, value: unknown): void {
    this.#app.handleMessage(this.#id, { updates: [{ values: [{ path, value }] }] });
  }
}

function wasTaken(reply: unknown): boolean {
  const code: unknown =
    typeof reply === "object" && reply !== null ? Reflect.get(reply, "statusCode") : undefined;
  return typeof code === "number" && code >= 200 && code < 300;
}
