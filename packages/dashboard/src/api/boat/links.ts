import { rowsQuestion } from "../question.ts";
import { callForJson, callForSuccess } from "../request.ts";
import { AnswerShapeError, requiredRow } from "../row.ts";
import { passwordArgument } from "./boat-token.ts";

/** A device on board that is linked to the server. */
export interface BoatLink {
  readonly id: number;
  /** Name that the device gave; null if it gave none. */
  readonly name: string | null;
  /** Last exchange; null before the first one. */
  readonly lastSeen: Date | null;
}

/** The linked devices, newest first. */
export const boatLinksQuestion = rowsQuestion(
  "boat_links_view",
  { columns: ["id", "name", "last_seen"], where: { revoked_at: "is.null" }, order: "created_at.desc" },
  (rows): readonly BoatLink[] =>
    rows.map((row) => ({ id: row.id("id"), name: row.text("name"), lastSeen: row.instant("last_seen") })),
);

/** The line to enter on board, with its code. */
export interface PairingLine {
  readonly line: string;
  /** Until when it links a device. */
  readonly expires: Date;
}

interface PairingJson {
  readonly line: string;
  readonly expires: string;
}

/** Makes a line that links a device. The server may require the password. */
export async function pairBoat(password: string | null = null): Promise<PairingLine> {
  const made = requiredRow<PairingJson>(
    await callForJson("pair_boat_fn", passwordArgument(password)),
    "a line for the boat",
  );
  const [line, expires] = [made.text("line"), made.instant("expires")];
  if (line === null || expires === null) throw new AnswerShapeError("a line for the boat");
  return { line, expires };
}

/** Ends a link; its device sends nothing more. */
export async function unlinkBoat(id: number): Promise<void> {
  await callForSuccess("unlink_boat_fn", { _id: id });
}
