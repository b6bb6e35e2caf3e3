/** How the contract is written down for tests. */

/** Roles that a request may have. */
export type Role = "anonymous" | "user_role" | "vessel_role" | "admin_role" | "messenger_role";

export interface Field {
  readonly name: string;
  /** PostgreSQL's name of the type; `geo` for GeoJSON in either spatial adapter. */
  readonly type: string;
}

export interface Resource {
  readonly name: string;
  /** The contract's fields, in its order; ours come after them. */
  readonly fields: readonly Field[];
  /** Verbs that the contract lists for the path. */
  readonly verbs: string;
  /** Which of them each role has (letters of {@link Verb}); a role that is absent has none. */
  readonly granted: Readonly<Partial<Record<Role, string>>>;
  /** Columns that a role may update, where it may not update all. */
  readonly updatable?: Readonly<Partial<Record<Role, readonly string[]>>>;
  /** The decision behind a verb that the contract lists and only an operator has. */
  readonly decision?: string;
}

export interface Procedure {
  readonly name: string;
  readonly args: readonly { readonly name: string; readonly type: string; readonly required: boolean }[];
  /** `{x}`: an object with the single key x; otherwise the bare type. */
  readonly result: string;
  /** Whether GET works: writes need POST. */
  readonly reads: boolean;
  readonly roles: readonly Role[];
  /** Whether the contract's own list has it, or it is one of those missing there. */
  readonly listed: boolean;
}

/** Writes `a int, b text` as fields. */
export function fields(list: string): readonly Field[] {
  return list
    .split(",")
    .map((item) => item.trim())
    .filter((item) => item !== "")
    .map((item) => {
      const space = item.indexOf(" ");
      return { name: item.slice(0, space), type: TYPES[item.slice(space + 1)] ?? item.slice(space + 1) };
    });
}

const TYPES: Readonly<Record<string, string>> = {
  int: "integer",
  double: "double precision",
  time: "timestamp with time zone",
  bool: "boolean",
};
