/** The API's description at `/v2`, with the names that the second generation's clients use. */
import { NAMES, PROCEDURES } from "../aliases/aliases.ts";

/** Procedures whose twins the description leaves out. */
const SHOWN = [
  "telegram",
  "telegram_otp_fn",
  "telegram_fn",
  "pushover_fn",
  "pushover_subscribe_link_fn",
] as const;

/** What the document says: what it says at `/v2`. */
const SAID: ReadonlyMap<string, string> = new Map([
  ...SHOWN.flatMap((theirs): [string, string][] => [
    [`/rpc/${PROCEDURES[theirs]}`, `/rpc/${theirs}`],
    [`(rpc) ${PROCEDURES[theirs]}`, `(rpc) ${theirs}`],
  ]),
  ...Object.entries(NAMES).flatMap(([path, names]) =>
    Object.entries(names).flatMap(([theirs, ours]): [string, string][] => {
      const filter = `rowFilter${path.replace("/", ".")}.`;
      return [
        [ours, theirs],
        [`${filter}${ours}`, `${filter}${theirs}`],
        [`#/parameters/${filter}${ours}`, `#/parameters/${filter}${theirs}`],
      ];
    }),
  ),
]);

/** The description with the second generation's names. */
export function withSecondNames(document: unknown): unknown {
  if (typeof document === "string") return SAID.get(document) ?? document;
  if (Array.isArray(document)) return document.map(withSecondNames);
  if (typeof document !== "object" || document === null) return document;
  return Object.fromEntries(
    Object.entries(document).map(([key, value]) => [SAID.get(key) ?? key, withSecondNames(value)]),
  );
}
