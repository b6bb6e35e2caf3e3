/** Stable identifiers, so that importing a document twice into a chart plotter does not duplicate its objects. */
import { createHash } from "node:crypto";

/** Name-based UUID (RFC 9562 version 5 layout) of a vessel's log or moorage. */
export function guid(vesselId: string, kind: "log" | "moorage", id: number): string {
  const hash = createHash("sha1").update(`wakelog/${vesselId}/${kind}/${id}`).digest();
  hash[6] = ((hash[6] ?? 0) & 0x0f) | 0x50;
  hash[8] = ((hash[8] ?? 0) & 0x3f) | 0x80;
  const hex = hash.toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join(
    "-",
  );
}
