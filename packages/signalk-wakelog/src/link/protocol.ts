/** What boat and shore must both know of the link. The shore has the same page. */

/** How the boat sends. */
export type Mode = "normal" | "metered" | "satellite" | "off";

/** Numbers from one to another, both included. */
export type NumberRange = readonly [from: number, to: number];

/** A standing notification of a row. */
export interface WireAlarm {
  readonly state: string;
  readonly message: string;
  readonly id?: string;
}

/** What a row tells besides values. */
export interface WireFacts {
  /** Standing notifications by path without `notifications.`. */
  readonly alarms?: Readonly<Record<string, WireAlarm>>;
  /** The greatest values since the last row, by path number. */
  readonly max?: Readonly<Record<string, number>>;
  readonly trip?: string;
  /** The row tells some values only, and takes nothing away. */
  readonly part?: true;
  /** The time was never known. */
  readonly doubt?: true;
}

/** A row: number, milliseconds since 1970 UTC, latitude, longitude, values by path number, and facts if there are any. */
export type WireRow = readonly [
  number: number,
  time: number,
  latitude: number | null,
  longitude: number | null,
  values: Readonly<Record<string, number | string | boolean | null>>,
  facts?: WireFacts,
];

/** What the boat is. */
export interface About {
  readonly name?: string;
  readonly mmsi?: string;
  readonly length?: number;
  readonly beam?: number;
  readonly ship_type?: number;
  readonly platform?: string;
  readonly node?: string;
  readonly server?: string;
  /** Units by path number. */
  readonly units?: Readonly<Record<string, string>>;
}

/** What the boat sends to `POST /link`. */
export interface Exchange {
  readonly stream: string;
  /** Names of path numbers that the shore has not acknowledged. */
  readonly paths?: Readonly<Record<string, string>>;
  /** The boat's time. */
  readonly now?: number;
  readonly mode?: Mode;
  readonly version?: string;
  /** The version of the settings that the boat has. */
  readonly settings?: number;
  /** The version of the alerts that the boat has. */
  readonly alerts?: number;
  /** Rows that are not ashore. */
  readonly waiting?: number;
  /** Commands that were carried out or not, and why not. */
  readonly done?: readonly (readonly [id: string, ok: boolean, message: string])[];
  /** Alerts that were acknowledged aboard. */
  readonly acknowledged?: readonly number[];
  readonly rows: readonly WireRow[];
  readonly about?: About;
}

/** Thresholds that the shore watches. */
export interface WatchedPath {
  readonly path: string;
  readonly low: number | null;
  readonly high: number | null;
}

/** The settings of the boat. */
export interface LinkSettings {
  readonly version: number;
  /** Seconds between rows at rest. */
  readonly rest: number;
  /** Seconds between rows under way, at most. */
  readonly underway: number;
  /** Metres that a fix may lie off the line between rows. */
  readonly deviation: number;
  readonly mode: Mode | "auto";
  /** Bytes a day by mode; null for no limit. */
  readonly budget: Readonly<Partial<Record<Mode, number | null>>>;
  readonly keep: { readonly megabytes: number };
  /** Paths that partial rows have. */
  readonly satellite: readonly string[];
  /** Patterns of paths that are not recorded. */
  readonly skip: readonly string[];
  /** Patterns of the only paths that are recorded; empty for all. */
  readonly only: readonly string[];
  readonly position_source: string | null;
  /** The SHA-256 fingerprint of the only certificate that counts. */
  readonly certificate: string | null;
  readonly publish_trip: boolean;
  readonly watch: readonly WatchedPath[];
}

/** An alert of the shore. */
export interface ShoreAlert {
  readonly id: number;
  readonly name: string;
  readonly severity: string;
  readonly message: string;
  readonly acknowledged: boolean;
}

/** The alerts that stand ashore. */
export interface ShoreAlerts {
  readonly version: number;
  readonly raised: readonly ShoreAlert[];
}

/** Something to do aboard. */
export interface Command {
  readonly id: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
  /** When it is too late: ISO 8601, or milliseconds since 1970 UTC. */
  readonly expires: string | number;
}

/** What comes down the link. */
export interface News {
  readonly settings?: LinkSettings;
  readonly alerts?: ShoreAlerts;
  readonly commands?: readonly Command[];
}

/** The answer to an exchange, after the commit. */
export interface Answer extends News {
  /** The rows of the request that need not be sent again, refused ones too. */
  readonly ack: readonly NumberRange[];
  /** How many numbers of the stream the shore has, refused ones too. */
  readonly stored: number;
  readonly time?: number;
  readonly refused?: readonly (readonly [number: number, why: string])[];
}
