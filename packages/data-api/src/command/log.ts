/** The data API's log: which observations appear at which level. */
import { type Observation, type Observe, printer } from "@wakelog/kit/observe.ts";

export type LogLevel = "crit" | "error" | "warn" | "info";

/** The lowest level that shows an observation. */
function levelOf(o: Observation): LogLevel {
  if (o.kind === "answered") return o.status >= 500 ? "error" : o.status >= 400 ? "warn" : "info";
  if (o.kind === "schema-loaded") return "info";
  if (o.kind === "fault" || o.kind === "database-lost") return "error";
  return "crit";
}

const ORDER: readonly LogLevel[] = ["crit", "error", "warn", "info"];

/** Prints observations of the current level, which a reload may change. */
export function dataApiLog(write: (line: string) => void, level: () => LogLevel): Observe {
  const print = printer(write, { format: "pretty", level: "debug" });
  return (o) => {
    if (ORDER.indexOf(levelOf(o)) <= ORDER.indexOf(level())) print(o);
  };
}
