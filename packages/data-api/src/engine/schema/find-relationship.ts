/** Finds the relationship for an embed by the names of origin and target, plus a hint if they are ambiguous. */
import { closest } from "./fuzzy.ts";
import { qualified, type Relationship, type SchemaCache } from "./schema-cache.ts";

/** An embed `target!hint` inside `origin`. */
export interface RelationshipSearch {
  /** Where the target is looked up: the request's schema, after those whose relations stand in for its own. */
  readonly schemas: readonly string[];
  readonly origin: {
    readonly schema: string;
    readonly name: string;
  };
  /** Relation, constraint, column or computed relationship, as the request names it. */
  readonly target: string;
  readonly hint?: string | undefined;
}

/** One of several relationships, described for the caller to choose. */
export interface RelationshipChoice {
  readonly cardinality: string;
  readonly embedding: string;
  readonly relationship: string;
}

export type RelationshipFound =
  | { readonly kind: "found"; readonly relationship: Relationship }
  /** PGRST200. */
  | {
      readonly kind: "none";
      readonly message: string;
      readonly details: string;
      readonly hint: string | null;
    }
  /** PGRST201. */
  | {
      readonly kind: "ambiguous";
      readonly message: string;
      readonly details: readonly RelationshipChoice[];
      readonly hint: string;
    };

/** Finds the relationship, or explains why there is not exactly one. */
export function findRelationship(cache: SchemaCache, search: RelationshipSearch): RelationshipFound {
  const { schemas, origin, target, hint } = search;
  const reachable = cache.relationships
    .from(origin.schema, origin.name)
    .filter((one) => isIn(schemas, one, cache));
  // A computed relationship replaces all others that lead to a relation of its name.
  const computed = new Set(reachable.map((one) => (one.kind === "computed" ? one.functionName : null)));
  const matching = withoutTwins(
    reachable.filter((one) =>
      one.kind === "computed"
        ? one.functionName === target
        : !computed.has(one.foreignRelation) && matches(one, target, hint),
    ),
  ).sort(inOrder);
  const [first, ...others] = matching;
  if (first === undefined) return none(cache, search, reachable);
  if (others.length === 0) return { kind: "found", relationship: first };
  const embeds = matching.map((one) => `'${one.foreignRelation}!${distinction(one)}'`);
  return {
    kind: "ambiguous",
    message: `Could not embed because more than one relationship was found for '${origin.name}' and '${target}'`,
    details: matching.map(described),
    hint:
      `Try changing '${target}' to one of the following: ${embeds.join(", ")}. ` +
      "Find the desired relationship in the 'details' key.",
  };
}

/** Whether the target is found: the first relation of its name, or the function that computes its rows. */
function isIn(schemas: readonly string[], relationship: Relationship, { relations }: SchemaCache): boolean {
  if (relationship.kind === "computed") return schemas.includes(relationship.functionSchema);
  const { foreignSchema, foreignRelation } = relationship;
  const [only] = schemas;
  if (schemas.length === 1) return foreignSchema === only;
  return foreignSchema === schemas.find((schema) => relations.has(qualified(schema, foreignRelation)));
}

/** A relation's one-to-one relationships with itself count only if nothing else has its name. */
function withoutTwins(matching: readonly Relationship[]): Relationship[] {
  const others = matching.filter((one) => one.cardinality !== "one-to-one" || !isSelf(one));
  return others.length > 0 ? others : [...matching];
}

const CARDINALITIES = ["one-to-many", "many-to-one", "one-to-one", "many-to-many"];

/** Sorts the choices. */
function inOrder(a: Relationship, b: Relationship): number {
  const rank = (one: Relationship): number => CARDINALITIES.indexOf(one.cardinality);
  return rank(a) - rank(b) || (described(a).relationship < described(b).relationship ? -1 : 1);
}

function isSelf({ schema, relation, foreignSchema, foreignRelation }: Relationship): boolean {
  return schema === foreignSchema && relation === foreignRelation;
}

function matches(
  relationship: Exclude<Relationship, { kind: "computed" }>,
  target: string,
  hint: string | undefined,
): boolean {
  const isNamed = target === relationship.foreignRelation;
  if (relationship.kind === "junction") {
    // The two directions of a self-relationship through a junction cannot be distinguished.
    return isNamed && !isSelf(relationship) && (hint === undefined || hint === relationship.junction);
  }
  const [pair] = relationship.columns;
  const single = relationship.columns.length === 1 ? pair : undefined;
  if (isSelf(relationship)) {
    // The relation's name selects the to-many direction, the key's column the to-one direction.
    if (!relationship.isParent) return hint === undefined && single?.[0] === target;
    return isNamed && (hint === undefined || single?.[1] === hint);
  }
  if (hint !== undefined) {
    return isNamed && (hint === relationship.constraint || (single?.includes(hint) ?? false));
  }
  return isNamed || (relationship.toTable && (relationship.constraint === target || single?.[0] === target));
}

/** The hint after `!` that selects only this relationship. */
function distinction(relationship: Relationship): string {
  if (relationship.kind === "foreign-key") return relationship.constraint;
  return relationship.kind === "junction" ? relationship.junction : relationship.functionName;
}

function described(relationship: Relationship): RelationshipChoice {
  const { cardinality } = relationship;
  const embedding = `${relationship.relation} with ${relationship.foreignRelation}`;
  const list = (columns: readonly (readonly [string, string])[], side: 0 | 1): string =>
    columns.map((pair) => pair[side]).join(", ");
  if (relationship.kind === "computed")
    return { cardinality, embedding, relationship: relationship.functionName };
  if (relationship.kind === "junction") {
    const { junction, constraint1, constraint2, columns1, columns2 } = relationship;
    const using = `${constraint1}(${list(columns1, 1)}) and ${constraint2}(${list(columns2, 0)})`;
    return { cardinality, embedding, relationship: `${junction} using ${using}` };
  }
  const { constraint, relation, foreignRelation, columns } = relationship;
  const using = `${relation}(${list(columns, 0)}) and ${foreignRelation}(${list(columns, 1)})`;
  return { cardinality, embedding, relationship: `${constraint} using ${using}` };
}

function none(
  cache: SchemaCache,
  { schemas, origin, target, hint }: RelationshipSearch,
  reachable: readonly Relationship[],
): RelationshipFound {
  const between = `between '${origin.name}' and '${target}'`;
  const using = hint === undefined ? "" : ` using the hint '${hint}'`;
  const suggest = (wrong: string, meant: string | null): string | null =>
    meant === null || meant === wrong ? null : `Perhaps you meant '${meant}' instead of '${wrong}'.`;
  const targets = reachable.map((one) => one.foreignRelation);
  const origins = (): readonly string[] => cache.relationships.origins((one) => isIn(schemas, one, cache));
  return {
    kind: "none",
    message: `Could not find a relationship ${between} in the schema cache`,
    details:
      `Searched for a foreign key relationship ${between}${using} in the schema '${schemas.at(-1)}', ` +
      "but no matches were found.",
    hint:
      reachable.length === 0
        ? suggest(origin.name, closest(origin.name, origins()))
        : suggest(target, closest(target, targets)),
  };
}
