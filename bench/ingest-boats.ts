/** Boats that send metrics over HTTP, and their rows. */
import { Agent, request } from "node:http";
import { destination } from "@wakelog/kit/geo/distance.ts";
import { NM_M } from "@wakelog/kit/geo/units.ts";
import { MINUTE } from "@wakelog/kit/time/units.ts";

/** The rows of a year, one per minute. */
export const YEAR = 525_600;
/** Boats that send concurrently. */
const AT_ONCE = 16;

/** The year ends now; computed once, so that a row is always generated the same. */
const BEGIN = Math.floor(Date.now() / MINUTE - YEAR) * MINUTE;

/** The row of a minute: each day 20 hours at rest and 4 hours under way, up and down the coast. */
export function row(minute: number): Record<string, unknown> {
  const day = Math.floor(minute / 1440);
  const sailed = Math.min(240, Math.max(0, (minute % 1440) - 600));
  const sailing = sailed > 0 && sailed < 240;
  const reach = ((day % 2 === 0 ? sailed : 240 - sailed) * 5.2 * NM_M) / 60;
  const truth = destination({ latitude: 59.8, longitude: 22.9 }, 160, reach);
  const at = destination(truth, (minute * 137) % 360, (minute * 31) % 7);
  return {
    time: new Date(BEGIN + minute * MINUTE).toISOString(),
    ...at,
    speedoverground: sailing ? 5.2 : 0.1,
    courseovergroundtrue: 160,
    windspeedapparent: 8.1,
    anglespeedapparent: -32,
    status: sailing ? "sailing" : "moored",
    metrics: {
      "navigation.log": minute * 100,
      "navigation.speedThroughWater": 3.1,
      "environment.depth.belowTransducer": 13.1,
      "environment.wind.speedTrue": 4.4,
      "electrical.batteries.house.voltage": 12.6,
      "propulsion.main.runTime": 1_776_241,
      "propulsion.main.state": "stopped",
    },
  };
}

/** `count` rows starting at a minute, as request bodies. */
export function bodies(from: number, count: number, batch: number): string[] {
  return Array.from({ length: Math.ceil(count / batch) }, (_, i) =>
    JSON.stringify(
      Array.from({ length: Math.min(batch, count - i * batch) }, (_, k) => row(from + i * batch + k)),
    ),
  );
}

/** The tokens of a boat and its owner. */
export interface BoatWithOwner {
  readonly boat: string;
  readonly owner: string;
}

/** A vessel's token, and its request bodies in order. */
export type Queue = readonly [token: string, sent: readonly string[]];

/** Signs up boats and sends their rows. @param atOnce boats that send concurrently */
export function boats(apiUrl: string, atOnce = AT_ONCE) {
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce });
  let registered = 0;

  const post = (path: string, body: string, token?: string): Promise<{ status: number; text: string }> =>
    new Promise((resolve, reject) => {
      const headers = {
        "Content-Type": "application/json",
        "Content-Length": Buffer.byteLength(body),
        Prefer: "return=representation",
        ...(token === undefined ? {} : { Authorization: `Bearer ${token}` }),
      };
      const sent = request(apiUrl + path, { method: "POST", agent, headers }, (answer) => {
        const parts: Buffer[] = [];
        answer.on("data", (part: Buffer) => parts.push(part));
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, text: Buffer.concat(parts).toString() }),
        );
      });
      sent.on("error", reject);
      sent.end(body);
    });

  const register = async (): Promise<BoatWithOwner> => {
    const number = ++registered;
    const email = `bench${number}@example.org`;
    const signup = JSON.stringify({ email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" });
    const person = tokenIn(await post("/rpc/signup", signup));
    const boat = JSON.stringify({
      vessel_email: email,
      vessel_mmsi: "",
      vessel_name: `Bench ${number}`,
    });
    return { boat: tokenIn(await post("/rpc/register_vessel", boat, person)), owner: person };
  };

  /** Registers many boats concurrently, because hashing passwords is slow by design. */
  const fleetWithOwners = async (size: number): Promise<BoatWithOwner[]> => {
    const fleet: BoatWithOwner[] = [];
    while (fleet.length < size)
      fleet.push(...(await Promise.all(Array.from({ length: Math.min(8, size - fleet.length) }, register))));
    return fleet;
  };

  return {
    /** Registers a boat. @returns its token */
    register: async (): Promise<string> => (await register()).boat,
    fleetWithOwners,
    /** Registers many boats. @returns their tokens */
    fleet: async (size: number): Promise<string[]> => (await fleetWithOwners(size)).map(({ boat }) => boat),
    /**
     * Each boat sends its bodies in order, `atOnce` boats at a time. @returns milliseconds of each POST
     * @param until no POST begins after this time of `performance.now()`
     */
    async deal(queues: readonly Queue[], until = Number.POSITIVE_INFINITY): Promise<number[]> {
      const waiting = [...queues];
      const took: number[] = [];
      const work = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          for (const body of next[1]) {
            const start = performance.now();
            if (start > until) return;
            const answer = await post("/metrics?select=time", body, next[0]);
            if (answer.status !== 201) throw new Error(`${answer.status}: ${answer.text}`);
            took.push(performance.now() - start);
          }
        }
      };
      await Promise.all(Array.from({ length: Math.min(atOnce, queues.length) }, work));
      return took;
    },
    close: () => agent.destroy(),
  };
}

function tokenIn(answer: { readonly status: number; readonly text: string }): string {
  const found: unknown = JSON.parse(answer.text);
  if (typeof found === "object" && found !== null && "token" in found) return String(found.token);
  throw new Error(`no token in ${answer.status}: ${answer.text}`);
}
