/** What differs between the protocol's releases, by name. */
import type { ApiError } from "@wakelog/kit/errors.ts";
import type { TokenErrors } from "./tokens.ts";

/** What the operator chooses about a release; 11 knows none of it. */
export interface ReleaseOptions {
  /** Whether errors have no details and no hint; default: false. */
  readonly shortErrors?: boolean;
  /** Whether filters, order and range may name an aliased embed by its relation; default: true. */
  readonly legacyTargetNames?: boolean;
}

/** What differs between the releases. */
export interface Release {
  /** The announced release, such as `11.2.2`. */
  readonly announced: string;
  readonly errors: ReleaseErrors;
  readonly tokens: TokenErrors;
  readonly rules: Rules;
  readonly answers: AnswerRules;
  readonly description: DescriptionRules;
}

/** Errors whose words, code or status differ. */
export interface ReleaseErrors {
  /** There is nothing at a path of this form. */
  unknownPath(): ApiError;
  /** The root has no description. */
  noRoot(): ApiError;
  /** The root cannot be written. */
  rootIsReadOnly(method: string): ApiError;
  /** The schema is not exposed. */
  unknownSchema(schema: string, exposed: readonly string[]): ApiError;
  /**
   * The relation is unknown; null if PostgreSQL says so itself.
   * @param suggested a similar name, looked for only if it is shown
   */
  unknownRelation(schema: string, name: string, suggested: () => string | null): ApiError | null;
  /** OPTIONS for an unknown relation. */
  noOptions(schema: string, name: string, suggested: () => string | null): ApiError;
  /** A column to write is unknown; so is the relation, unless `isRelationKnown`. */
  unknownColumn(column: string, relation: string, isRelationKnown: boolean): ApiError;
  /** None of the accepted media types is available. */
  noMediaType(accepted: readonly string[]): ApiError;
  /** One object was requested, but there is none or several. @param contentType the object's */
  notSingular(rows: number, contentType: string): ApiError;
  /** The body is not JSON. @param fault what and where */
  invalidJson(fault: string): ApiError;
  /** `raise sqlstate 'PGRST'` without the required JSON. */
  badRaise(message: string, detail: string | null, isMessageRead: boolean): ApiError;
  /** A clause names an aliased embed by its relation, and must not. */
  targetHasAlias(relation: string, alias: string): ApiError;
  /** The status of an error of PostgreSQL. @param hasJwtRole whether a token named the role */
  statusOf(sqlstate: string, message: string, hasJwtRole: boolean): number;
}

/** Rules of reading, planning and running requests. */
export interface Rules {
  /** How similar a relation or function must be for its name to be suggested, from 0 to 1. */
  readonly suggestedFrom: number;
  /** Whether `Prefer: params=single-object` is known. */
  readonly singleObject: boolean;
  /** Whether a zone is one of those known by name or offset, or else left to PostgreSQL. */
  readonly checksTimezone: boolean;
  /** Whether a to-many embed can be spread: its columns become arrays of the parent. */
  readonly spreadsLists: boolean;
  /** Whether `order` sorts the rows returned by a write. */
  readonly sortsWritten: boolean;
  /** Whether the answer to an upsert says whether it inserted anything. */
  readonly tellsInserted: boolean;
  /** Whether full-text search makes a document of columns of every type. */
  readonly searchesAnyType: boolean;
  /** Whether the only column of the rows can be sent alone, as text, XML or bytes. */
  readonly bareValues: boolean;
  /** Whether the database's media types follow the later rules: `*` + `/*` serves relations, rows are whole. */
  readonly strictHandlers: boolean;
  /** What happens if a clause names an aliased embed by its relation. */
  readonly targetNames: "accepted" | "warned" | "refused";
  /** Whether operations must have a port of their own. */
  readonly ownAdminPort: boolean;
}

/** Rules of answers beside their rows. */
export interface AnswerRules {
  /** Distinguishes kept answers and tags, so that no release gets another's; empty for the first one. */
  readonly mark: string;
  /** Whether an error's code is a header too. */
  readonly codeInHeader: boolean;
  /** Whether errors have no details and no hint. */
  readonly shortErrors: boolean;
  /** Request headers that every answer depends on. */
  readonly vary: readonly string[];
  /** Whether browsers may send credentials from every origin, unless origins are listed. */
  readonly credentialsFromAnywhere: boolean;
  /** Whether OPTIONS is shared with every origin, even if origins are listed. */
  readonly sharesOptions: boolean;
  /** `Warning` for a clause that names an aliased embed by its relation. */
  targetWarning(relation: string, alias: string): string;
}

/** Rules of the API's description. */
export interface DescriptionRules {
  /** The format of integer types, by their names in PostgreSQL; others keep the name. */
  readonly formats: Readonly<Record<string, string>>;
  /** Whether a filter's parameter has the column's format. */
  readonly filterFormats: boolean;
  /** Whether functions that change something are offered by GET. */
  readonly volatileByGet: boolean;
  /** Whether the preference of calls lists its values. */
  readonly listsCallPreferences: boolean;
  /** Whether foreign keys of one-to-one relationships are noted. */
  readonly notesOneToOne: boolean;
  readonly documentation: string;
}
