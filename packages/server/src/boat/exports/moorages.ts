/** Moorages in documents: what is said of each, and all of them as KML 2.2. */
import { HOUR } from "@wakelog/kit/time/units.ts";
import type { DocumentOrigin, ExportedMoorage } from "./model.ts";
import { dateTime, decimal, element, textElement, type Xml, xmlDocument } from "./xml.ts";

/** What is said of a moorage, part by part. */
export function factsOf(moorage: ExportedMoorage): readonly string[] {
  const parts = [
    moorage.stayType,
    counted(moorage.visits, "visit"),
    `${decimal(moorage.totalStayMs / HOUR, 1)} hours in total`,
    counted(moorage.logs, "log"),
    moorage.firstSeen === null ? null : `first seen ${dateTime(moorage.firstSeen)}`,
    moorage.lastSeen === null ? null : `last seen ${dateTime(moorage.lastSeen)}`,
    moorage.notes,
  ];
  return parts.flatMap((part) => (part === null || part === "" ? [] : [part]));
}

function counted(number: number, what: string): string {
  return `${number} ${number === 1 ? what : `${what}s`}`;
}

/** Moorages as places. */
export function mooragesKml(moorages: readonly ExportedMoorage[], origin: DocumentOrigin): string {
  const places = moorages.map((moorage) => place(moorage, origin));
  return xmlDocument(
    element("kml", { xmlns: "http://www.opengis.net/kml/2.2" }, [
      element("Document", {}, [textElement("name", "Moorages"), ...places]),
    ]),
  );
}

function place(moorage: ExportedMoorage, origin: DocumentOrigin): Xml {
  const link = origin.webUrl === null ? [] : [`${origin.webUrl}/moorage/${moorage.id}`];
  return element("Placemark", {}, [
    textElement("name", moorage.name),
    textElement("description", [...factsOf(moorage), ...link].join("\n")),
    element("Point", {}, [
      textElement("coordinates", `${decimal(moorage.longitude, 7)},${decimal(moorage.latitude, 7)}`),
    ]),
  ]);
}
