/** What the server knows of the own vessel. */
import { isRecord } from "./buffer/row.ts";
import type { RowBuffer } from "./buffer/row-buffer.ts";
import { valueAt } from "./down/commands.ts";
import type { About } from "./link/protocol.ts";
import type { ServerApp } from "./server-api.ts";

/** What is longer is not what it should be, and the shore reads no exchange with it. */
const LONGEST = { name: 200, mmsi: 40, uuid: 200, server: 100, unit: 50 };

/** The own vessel. */
export class Vessel {
  readonly #app: ServerApp;
  readonly #units = new Map<string, string | null>();

  constructor(app: ServerApp) {
    this.#app = app;
  }

  /** How the boat is introduced. */
  introduction(): { readonly name?: string; readonly mmsi?: string; readonly uuid?: string } {
    return { ...this.#text("name"), ...this.#text("mmsi"), ...this.#text("uuid") };
  }

  /** The boat's Signal K context. */
  context(): string {
    const { mmsi, uuid } = this.introduction();
    if (mmsi !== undefined) return `vessels.urn:mrn:imo:mmsi:${mmsi}`;
    return `vessels.${uuid ?? "self"}`;
  }

  /** What the boat is, and the units of her paths. */
  about(buffer: RowBuffer): About {
    const units: Record<string, string> = {};
    for (const [number, path] of Object.entries(buffer.paths.toJSON())) {
      const unit = this.#unitOf(path);
      if (unit !== null) units[number] = unit;
    }
    return {
      ...this.#text("name"),
      ...this.#text("mmsi"),
      ...this.#number("length", "design.length", "overall"),
      ...this.#number("beam", "design.beam", null),
      ...this.#number("ship_type", "design.aisShipType", "id"),
      platform: `${process.platform} ${process.arch}`,
      node: process.version.slice(1),
      ...this.#server(),
      units,
    };
  }

  #server(): Pick<About, "server"> {
    const version = this.#app.config?.version;
    return typeof version === "string" && version.length <= LONGEST.server ? { server: version } : {};
  }

  #unitOf(path: string): string | null {
    const known = this.#units.get(path);
    if (known !== undefined) return known;
    const meta = this.#app.getMetadata?.(`vessels.self.${path}`);
    const units = isRecord(meta) ? meta.units : null;
    const unit = typeof units === "string" && units.length <= LONGEST.unit ? units : null;
    this.#units.set(path, unit);
    return unit;
  }

  #text<K extends "name" | "mmsi" | "uuid">(path: K): Partial<Record<K, string>> {
    const value = valueAt(this.#app, path);
    const made: Partial<Record<K, string>> = {};
    if (typeof value === "string" && value !== "" && value.length <= LONGEST[path]) made[path] = value;
    return made;
  }

  #number<K extends string>(key: K, path: string, part: string | null): Partial<Record<K, number>> {
    const value = valueAt(this.#app, path);
    const number = part !== null && isRecord(value) ? value[part] : value;
    const made: Partial<Record<K, number>> = {};
    if (typeof number === "number") made[key] = number;
    return made;
  }
}
