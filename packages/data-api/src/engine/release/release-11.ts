/** Release 11: the protocol that this engine speaks by default. */
import { ApiError } from "@wakelog/kit/errors.ts";
import { protocol } from "../errors/protocol-error.ts";
import { notEmbedded } from "../errors/request-errors.ts";
import { statusOf } from "../errors/sqlstate.ts";
import { jwtInvalid } from "../errors/token-errors.ts";
import type { Release } from "./facts.ts";

/**
 * There is nothing at this path. The protocol answers 404 with the body `{}` instead of an error object; the empty
 * code means that.
 */
function nothingHere(): ApiError {
  return new ApiError({ status: 404, code: "", message: "" });
}

/** PGRST301 with the words of a library. */
const undecodable = (why: string): ApiError =>
  jwtInvalid("301", `JWSError (JSONDecodeError ${JSON.stringify(why)})`);
const unreadableClaims = (path: string, why: string): ApiError =>
  jwtInvalid("301", `JWTClaimsSetDecodeError ${JSON.stringify(`Error in ${path}: ${why}`)}`);

export const RELEASE_11: Release = {
  announced: "11.2.2",
  errors: {
    unknownPath: nothingHere,
    noRoot: nothingHere,
    rootIsReadOnly: nothingHere,
    unknownSchema: (_schema, exposed) =>
      protocol(406, "106", `The schema must be one of the following: ${exposed.join(", ")}`),
    unknownRelation: () => null,
    noOptions: nothingHere,
    unknownColumn: (column, relation, isRelationKnown) =>
      isRelationKnown
        ? protocol(400, "204", `Column '${column}' of relation '${relation}' does not exist`)
        : nothingHere(),
    noMediaType: (accepted) =>
      protocol(415, "107", `None of these media types are available: ${accepted.join(", ")}`),
    notSingular: (rows, contentType) =>
      protocol(
        406,
        "116",
        "JSON object requested, multiple (or no) rows returned",
        `The result contains ${rows} rows`,
        null,
        [["Content-Type", contentType]],
      ),
    invalidJson: (fault) => protocol(400, "102", `Error in $: ${fault}`),
    badRaise: () => protocol(500, "121", "The message and detail field of RAISE 'PGRST' error expects JSON"),
    targetHasAlias: (relation) => notEmbedded(relation),
    statusOf,
  },
  tokens: {
    empty: () => null,
    parts: (count) =>
      jwtInvalid(
        "301",
        `JWSError (CompactDecodeError Invalid number of parts: Expected 3 parts; got ${count})`,
      ),
    noKeys: () => jwtInvalid("301", "JWSError NoUsableKeys"),
    wrongSignature: () => jwtInvalid("301", "JWSError JWSInvalidSignature"),
    unsigned: () => jwtInvalid("301", "JWSError JWSNoSignatures"),
    wrongAlgorithm: undecodable,
    unreadable: undecodable,
    unreadableClaims,
    mistyped: ({ claim, type, expected, found }) =>
      unreadableClaims(
        claim === null ? "$" : `$.${claim}`,
        `parsing ${type} failed, expected ${expected}, but encountered ${found}`,
      ),
    expired: () => jwtInvalid("301", "JWT expired"),
    notYetValid: () => jwtInvalid("301", "JWTNotYetValid"),
    fromFuture: () => jwtInvalid("301", "JWTIssuedAtFuture"),
    otherAudience: () => jwtInvalid("301", "JWTNotInAudience"),
    acceptsNoAudience: false,
    checksTexts: true,
    keyByName: false,
    readsJsonPath: false,
  },
  rules: {
    suggestedFrom: 0.33,
    singleObject: true,
    checksTimezone: true,
    spreadsLists: false,
    sortsWritten: false,
    tellsInserted: false,
    searchesAnyType: false,
    bareValues: true,
    strictHandlers: false,
    targetNames: "accepted",
    ownAdminPort: false,
  },
  answers: {
    mark: "",
    codeInHeader: false,
    shortErrors: false,
    vary: [],
    credentialsFromAnywhere: true,
    sharesOptions: true,
    targetWarning: () => "",
  },
  description: {
    formats: {},
    filterFormats: true,
    volatileByGet: true,
    listsCallPreferences: true,
    notesOneToOne: false,
    documentation: "https://postgrest.org/en/v11.2/api.html",
  },
};
