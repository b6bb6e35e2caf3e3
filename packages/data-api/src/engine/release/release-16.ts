/** Release 16: what it does otherwise than 11. */
import { protocol } from "../errors/protocol-error.ts";
import { statusOf } from "../errors/sqlstate.ts";
import { jwtInvalid } from "../errors/token-errors.ts";
import type { Release, ReleaseErrors, ReleaseOptions } from "./facts.ts";
import { headerText } from "./header-text.ts";

const ANNOUNCED = "16.2";

/** The statuses of SQLSTATEs, and of their classes, that differ. */
const STATUSES: Readonly<Record<string, number>> = { "21000": 500, "42P17": 500, "53400": 500, "54": 500 };

const MESSAGE_KEYS =
  "MESSAGE must be a JSON object with obligatory keys: 'code', 'message' and optional keys: 'details', 'hint'.";
const DETAIL_KEYS =
  "DETAIL must be a JSON object with obligatory keys: 'status', 'headers' and optional key: 'status_text'.";

const unknownRelation: ReleaseErrors["noOptions"] = (schema, name, suggested) => {
  const similar = suggested();
  const hint = similar === null ? null : `Perhaps you meant the table '${schema}.${similar}'`;
  return protocol(404, "205", `Could not find the table '${schema}.${name}' in the schema cache`, null, hint);
};

/** The message for a claim of another type. */
function claimMessage(claim: string | null): string {
  if (claim === "exp" || claim === "nbf" || claim === "iat")
    return `The JWT '${claim}' claim must be a number`;
  if (claim === "aud") return "The JWT 'aud' claim must be a string or an array of strings";
  return "Parsing claims failed";
}

const NO_KEY = "None of the keys was able to decode the JWT";
const noKey = () => jwtInvalid("301", "No suitable key or wrong key type", NO_KEY);
const UNSIGNED = "JWT is unsecured but expected 'alg' was not 'none'";

const ERRORS: ReleaseErrors = {
  targetHasAlias: (relation, alias) =>
    protocol(
      400,
      "108",
      `'${relation}' is not an embedded resource in this request`,
      "Target names are not allowed in filters if they have an alias",
      `Change '${relation}' to '${alias}' in filters, orders or limits.`,
    ),
  unknownPath: () => protocol(404, "125", "Invalid path specified in request URL"),
  noRoot: () => protocol(404, "126", "Root endpoint metadata is disabled"),
  rootIsReadOnly: (method) => protocol(405, "117", `Unsupported HTTP method: ${method}`),
  unknownSchema: (schema, exposed) =>
    protocol(
      406,
      "106",
      `Invalid schema: ${schema}`,
      null,
      `Only the following schemas are exposed: ${exposed.join(", ")}`,
    ),
  unknownRelation,
  noOptions: unknownRelation,
  unknownColumn: (column, relation) =>
    protocol(400, "204", `Could not find the '${column}' column of '${relation}' in the schema cache`),
  noMediaType: (accepted) =>
    protocol(406, "107", `None of these media types are available: ${accepted.join(", ")}`),
  notSingular: (rows) =>
    protocol(
      406,
      "116",
      "Cannot coerce the result to a single JSON object",
      `The result contains ${rows} rows`,
    ),
  invalidJson: () => protocol(400, "102", "Empty or invalid json"),
  badRaise(message, detail, isMessageRead) {
    const what = `Could not parse JSON in the "RAISE SQLSTATE 'PGRST'" error`;
    if (!isMessageRead)
      return protocol(500, "121", what, `Invalid JSON value for MESSAGE: '${message}'`, MESSAGE_KEYS);
    const details =
      detail === null
        ? "DETAIL is missing in the RAISE statement"
        : `Invalid JSON value for DETAIL: '${detail}'`;
    return protocol(500, "121", what, details, DETAIL_KEYS);
  },
  statusOf(sqlstate, message, hasJwtRole) {
    if (sqlstate === "21000" && message.endsWith("requires a WHERE clause")) return 400;
    if (sqlstate === "22023" && message.startsWith("role ") && message.endsWith(" does not exist"))
      return 401;
    return STATUSES[sqlstate] ?? STATUSES[sqlstate.slice(0, 2)] ?? statusOf(sqlstate, message, hasJwtRole);
  },
};

/** The release with the operator's options. */
export function release16({ shortErrors = false, legacyTargetNames = true }: ReleaseOptions): Release {
  return {
    announced: ANNOUNCED,
    errors: ERRORS,
    tokens: {
      empty: () => jwtInvalid("301", "Empty JWT is sent in Authorization header"),
      parts: (count) => jwtInvalid("301", `Expected 3 parts in JWT; got ${count}`),
      noKeys: noKey,
      wrongSignature: noKey,
      unsigned: () => jwtInvalid("301", "Wrong or unsupported encoding algorithm", UNSIGNED),
      wrongAlgorithm: () => jwtInvalid("301", "Wrong or unsupported encoding algorithm"),
      unreadable: () => jwtInvalid("301", "JWT cryptographic operation failed"),
      unreadableClaims: () => jwtInvalid("303", "Parsing claims failed"),
      mistyped: ({ claim }) => jwtInvalid("303", claimMessage(claim)),
      expired: () => jwtInvalid("303", "JWT expired"),
      notYetValid: () => jwtInvalid("303", "JWT not yet valid"),
      fromFuture: () => jwtInvalid("303", "JWT issued at future"),
      otherAudience: () => jwtInvalid("303", "JWT not in audience"),
      acceptsNoAudience: true,
      checksTexts: false,
      keyByName: true,
      readsJsonPath: true,
    },
    rules: {
      suggestedFrom: 0.75,
      singleObject: false,
      checksTimezone: false,
      spreadsLists: true,
      sortsWritten: true,
      tellsInserted: true,
      searchesAnyType: true,
      bareValues: false,
      strictHandlers: true,
      targetNames: legacyTargetNames ? "warned" : "refused",
      ownAdminPort: true,
    },
    answers: {
      mark: "16",
      codeInHeader: true,
      shortErrors,
      vary: ["Accept", "Prefer", "Range"],
      credentialsFromAnywhere: false,
      sharesOptions: false,
      targetWarning: (relation, alias) =>
        `299 postgrest/${ANNOUNCED} "Embedded resource was referenced by relation name even though it has an alias. ` +
        "This is deprecated and will stop working in a future release. " +
        `Update \`${headerText(relation)}\` to \`${headerText(alias)}\` in query string filters, orders or limits."`,
    },
    description: {
      formats: { smallint: "int32", integer: "int32", bigint: "int64" },
      filterFormats: false,
      volatileByGet: false,
      listsCallPreferences: false,
      notesOneToOne: true,
      documentation: "https://postgrest.org/en/v16/references/api.html",
    },
  };
}
