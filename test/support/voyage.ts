/** A short voyage, as recorded by a boat's plugin. */

/** A metric row as the plugin sends it: knots, degrees. */
export interface SentRow {
  readonly time: string;
  readonly latitude: number;
  readonly longitude: number;
  readonly speedoverground: number;
  readonly courseovergroundtrue: number;
  readonly windspeedapparent: number;
  readonly anglespeedapparent: number;
  readonly status: "moored" | "sailing";
  readonly metrics: Readonly<Record<string, number>>;
}

const MINUTE_MS = 60_000;
const COURSE_DEGREES = 250;
const SPEED_KNOTS = 5.4;

/** Minutes under way, between two stays of half an hour. */
export const UNDER_WAY_MINUTES = 90;
/** The distance of that leg, on a sphere whose minute of arc is a mile: half a percent from the ellipsoid. */
export const DISTANCE_NM = (SPEED_KNOTS * UNDER_WAY_MINUTES) / 60;

/** Rows from `from` on (ms), a minute apart: a stay, a leg, a stay. */
export function generatedVoyage(from: number): readonly SentRow[] {
  const still = 30;
  return Array.from({ length: still + UNDER_WAY_MINUTES + still }, (_, minute) => {
    const sailed = Math.min(Math.max(minute - still, 0), UNDER_WAY_MINUTES);
    const moving = minute >= still && minute < still + UNDER_WAY_MINUTES;
    const distanceDegrees = (sailed * SPEED_KNOTS) / 3600;
    const course = (COURSE_DEGREES * Math.PI) / 180;
    const latitude = 59.97 + distanceDegrees * Math.cos(course);
    return {
      time: new Date(from + minute * MINUTE_MS).toISOString(),
      latitude,
      longitude: 23.43 + (distanceDegrees * Math.sin(course)) / Math.cos((latitude * Math.PI) / 180),
      speedoverground: moving ? SPEED_KNOTS : 0,
      courseovergroundtrue: COURSE_DEGREES,
      windspeedapparent: moving ? 13 + (minute % 4) : 6,
      anglespeedapparent: -40,
      status: moving ? "sailing" : "moored",
      metrics: { "environment.water.temperature": 288.15, "electrical.batteries.House.voltage": 12.9 },
    };
  });
}

const HEADERS = {
  "User-Agent": "postgsail.signalk v0.6.0",
  "Content-Type": "application/json",
  Accept: "application/json",
};

/** The plugin's largest batch. */
const BATCH = 31;

async function post(url: string, token: string, prefer: string, body: unknown): Promise<void> {
  const response = await fetch(url, {
    method: "POST",
    headers: { ...HEADERS, Authorization: `Bearer ${token}`, Prefer: prefer },
    body: JSON.stringify(body),
  });
  if (!response.ok) throw new Error(`${url} answered ${response.status}: ${await response.text()}`);
  await response.arrayBuffer();
}

/** Sends metadata and then the rows in batches, with the plugin's token. */
export async function sendAsPlugin(apiUrl: string, token: string, rows: readonly SentRow[]): Promise<void> {
  await post(
    `${apiUrl}/metadata?on_conflict=vessel_id`,
    token,
    "missing=default,return=headers-only,resolution=merge-duplicates",
    {
      name: "Vindfall",
      mmsi: null,
      length: 11.2,
      beam: 3.4,
      height: 16,
      ship_type: 36,
      plugin_version: "0.6.0",
      signalk_version: "2.8.0",
      time: new Date().toISOString(),
    },
  );
  for (let first = 0; first < rows.length; first += BATCH) {
    const batch = rows.slice(first, first + BATCH);
    await post(`${apiUrl}/metrics?select=time`, token, "return=representation", batch);
  }
}
