/** Logs to export, and readers that are not ours. */
import { DOMParser, type Document, type Element } from "@xmldom/xmldom";
import type { ExportedLog, ExportedMoorage, TrackPoint } from "../../../../src/boat/exports/model.ts";

const START = Date.UTC(2026, 5, 1, 10, 0, 0, 250);

/** A place of a track, one minute after another. */
export function trackPoint(minute: number, latitude: number, longitude: number): TrackPoint {
  return {
    time: START + minute * 60_000,
    latitude,
    longitude,
    sogKnots: 5.4,
    cogDegrees: 210,
    awsKnots: 12.5,
    awaDegrees: -30,
    status: "sailing",
  };
}

/** A log of four points with a stretch that was not recorded. */
export function log(parts: Partial<ExportedLog> = {}): ExportedLog {
  return {
    id: 7,
    vesselId: "a1b2c3d4e5f6",
    name: "Ekenäs to Hanko",
    from: "Ekenäs",
    to: "Hanko",
    startedAt: START,
    endedAt: START + 30 * 60_000,
    distanceNm: 7.1875,
    averageKnots: 5.1,
    maximumKnots: 6.3,
    notes: "Rain",
    lines: [
      [trackPoint(0, 60.07766667, 23.53086667), trackPoint(1, 60.05, 23.5)],
      [trackPoint(20, 59.95, 23.42), trackPoint(30, 59.86, 23.3657667)],
    ],
    ...parts,
  };
}

/** A moorage. */
export function moorage(parts: Partial<ExportedMoorage> = {}): ExportedMoorage {
  return {
    id: 3,
    vesselId: "a1b2c3d4e5f6",
    name: "Hanko",
    latitude: 59.82,
    longitude: 22.97,
    stayType: "Dock",
    firstSeen: START,
    lastSeen: START + 86_400_000,
    visits: 2,
    logs: 4,
    totalStayMs: 5_400_000,
    notes: null,
    ...parts,
  };
}

/** Parses with an independent reader; anything not well formed throws. */
export function parse(xml: string): Document {
  const parser = new DOMParser({
    onError: (level, message) => {
      throw new Error(`${level}: ${message}`);
    },
  });
  return parser.parseFromString(xml, "text/xml");
}

/** Element children of a node. */
function childElements(node: Element): Element[] {
  return Array.from(node.childNodes).filter(
    (child): child is Element => child.nodeType === child.ELEMENT_NODE,
  );
}

/**
 * Validates a document against its schema's content models.
 * @param order the allowed children of each element, in the schema's order; elements without an entry hold text
 * @returns faults, one sentence each
 */
export function breaches(root: Element, order: Readonly<Record<string, readonly string[]>>): string[] {
  const wrong: string[] = [];
  const visit = (element: Element): void => {
    if (element.tagName === "extensions") return;
    const allowed = order[element.tagName] ?? [];
    let reached = 0;
    for (const child of childElements(element)) {
      const place = allowed.indexOf(child.tagName);
      if (place < 0) wrong.push(`${child.tagName} may not stand in ${element.tagName}`);
      else if (place < reached) wrong.push(`${child.tagName} stands too late in ${element.tagName}`);
      else reached = place;
      visit(child);
    }
  };
  visit(root);
  return wrong;
}
