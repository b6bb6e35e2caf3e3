/** Finds the function for a call by name and argument names, or by the kind of its raw body. */
import { closest } from "./fuzzy.ts";
import { type Parameter, qualified, type Routine, type SchemaCache } from "./schema-cache.ts";

/** The kinds of body that a single unnamed parameter can take whole. */
export type RawBody = "json" | "text" | "xml" | "bytes";

/** How a call identifies its function. */
export interface RoutineCall {
  readonly schema: string;
  readonly name: string;
  /** Names of the given arguments; none for a raw body. */
  readonly arguments: readonly string[];
  /** The kind of a POST body; absent for a GET. */
  readonly body?: RawBody | undefined;
  /** `Prefer: params=single-object`: the whole body is the value of the only parameter. */
  readonly singleObject?: boolean | undefined;
  /** The schema that errors name, if it is another: clients know nothing of stand-ins. */
  readonly shownSchema?: string;
  /** How similar another function must be for its name to be suggested; default: as for all names. */
  readonly suggestedFrom?: number;
}

export type RoutineFound =
  | {
      readonly kind: "found";
      readonly routine: Routine;
      /** `named`: arguments by name, none from a raw body; `whole`: the body is the only parameter's value. */
      readonly passing: "named" | "whole";
    }
  /** PGRST202. */
  | {
      readonly kind: "none";
      readonly message: string;
      readonly details: string;
      readonly hint: string | null;
    }
  /** PGRST203. */
  | { readonly kind: "ambiguous"; readonly message: string; readonly hint: string };

const RAW_TYPES: Readonly<Record<RawBody, readonly string[]>> = {
  json: ["json", "jsonb"],
  text: ["text"],
  xml: ["xml"],
  bytes: ["bytea"],
};

/** Finds the function, or explains why there is not exactly one. */
export function findRoutine(cache: SchemaCache, call: RoutineCall): RoutineFound {
  const overloads = cache.routines.get(qualified(call.schema, call.name)) ?? [];
  const named = overloads.filter((routine) => takesNamed(routine, call));
  const whole = overloads.filter((routine) => takesRaw(routine, call));
  const candidates = named.length > 0 ? named : whole;
  const [first, ...others] = candidates;
  if (first === undefined) return none(cache, call, overloads);
  if (others.length === 0) {
    const isWhole = call.singleObject === true || isUnnamed(first);
    return { kind: "found", routine: first, passing: isWhole ? "whole" : "named" };
  }
  return {
    kind: "ambiguous",
    message: `Could not choose the best candidate function between: ${candidates.map(signature).join(", ")}`,
    hint:
      "Try renaming the parameters or the function itself in the database so function overloading can be " +
      "resolved",
  };
}

function isUnnamed(routine: Routine): boolean {
  return routine.parameters.length === 1 && routine.parameters[0]?.name === "";
}

function takesNamed(routine: Routine, call: RoutineCall): boolean {
  const [only, ...more] = routine.parameters;
  if (call.singleObject === true) {
    return only !== undefined && more.length === 0 && RAW_TYPES.json.includes(only.type);
  }
  // A raw body provides no arguments, so the function must have defaults for all its parameters.
  if (call.body !== undefined && call.body !== "json") {
    return only !== undefined && routine.parameters.every((parameter) => !parameter.required);
  }
  const given = new Set(call.arguments);
  const known = new Set(routine.parameters.map((parameter) => parameter.name));
  return (
    routine.parameters.every((parameter) => !parameter.required || given.has(parameter.name)) &&
    [...given].every((name) => known.has(name))
  );
}

function takesRaw(routine: Routine, call: RoutineCall): boolean {
  const { body } = call;
  if (body === undefined || !isUnnamed(routine)) return false;
  return RAW_TYPES[body].includes(routine.parameters[0]?.type ?? "");
}

function signature(routine: Routine): string {
  const parameters = routine.parameters.map((one: Parameter) => `${one.name} => ${one.type}`);
  return `${routine.schema}.${routine.name}(${parameters.join(", ")})`;
}

function none(cache: SchemaCache, call: RoutineCall, overloads: readonly Routine[]): RoutineFound {
  const full = `${call.shownSchema ?? call.schema}.${call.name}`;
  const names = [...new Set(call.arguments)].sort();
  const raw = call.body;
  const isNamed = call.singleObject !== true && (raw === undefined || raw === "json");
  const called = !isNamed
    ? full
    : names.length > 0
      ? `${full}(${names.join(", ")})`
      : `${full} without parameters`;
  return {
    kind: "none",
    message: `Could not find the function ${called} in the schema cache`,
    details: `Searched for the function ${full}${searched(call, names)}, but no matches were found in the schema cache.`,
    hint: isNamed ? suggestion(cache, call, overloads, names) : null,
  };
}

function searched(call: RoutineCall, names: readonly string[]): string {
  if (call.singleObject === true) return " with a single json/jsonb parameter";
  if (call.body === "text") return " with a single unnamed text parameter";
  if (call.body === "xml") return " with a single unnamed xml parameter";
  if (call.body === "bytes") return " with a single unnamed bytea parameter";
  const plural = names.length === 1 ? "parameter" : "parameters";
  const by = names.length === 0 ? " without parameters" : ` with ${plural} ${names.join(", ")}`;
  return call.body === "json" ? `${by} or with a single unnamed json/jsonb parameter` : by;
}

function suggestion(
  cache: SchemaCache,
  { schema, name, shownSchema = schema, suggestedFrom }: RoutineCall,
  overloads: readonly Routine[],
  names: readonly string[],
): string | null {
  if (overloads.length === 0) {
    const others = [...cache.routines.values()]
      .map(([one]) => one)
      .filter((one) => one?.schema === schema)
      .map((one) => one?.name ?? "");
    const meant = closest(name, others, suggestedFrom);
    return meant === null ? null : `Perhaps you meant to call the function ${shownSchema}.${meant}`;
  }
  const lists = overloads.map(
    (one) =>
      `(${one.parameters
        .map((parameter) => parameter.name)
        .sort()
        .join(", ")})`,
  );
  const meant = closest(`(${names.join(", ")})`, lists);
  return meant === null ? null : `Perhaps you meant to call the function ${shownSchema}.${name}${meant}`;
}
