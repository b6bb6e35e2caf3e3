/** Parses as much of a Dockerfile as is needed to run what its images would run. */
import { readFileSync } from "node:fs";
import { z } from "zod";

/** A stage, with what it inherits from its base. */
export interface Stage {
  readonly image: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly labels: Readonly<Record<string, string>>;
  /** Files that the stage holds: where they come from (a stage's name, null for the source tree), and where they go. */
  readonly copies: readonly {
    readonly from: string | null;
    readonly source: string;
    readonly target: string;
  }[];
  readonly user: string;
  readonly command: readonly string[];
  readonly healthCheck: readonly string[];
}

const words = z.array(z.string());

/** The stages by name. */
export function readDockerfile(file: string): ReadonlyMap<string, Stage> {
  const stages = new Map<string, Stage>();
  let name = "";
  const text = readFileSync(file, "utf8").replace(/\\\n\s*/g, " ");
  for (const line of text.split("\n")) {
    const match = /^([A-Z]+)\s+(.*)$/.exec(line.trim());
    if (match === null) continue;
    const [, instruction = "", rest = ""] = match;
    if (instruction === "FROM") {
      const [image = "", , as = ""] = rest.replace(/^--platform=\S+\s+/, "").split(/\s+/);
      name = as;
      stages.set(name, stages.get(image) ?? empty(image));
      continue;
    }
    const stage = stages.get(name);
    if (stage === undefined) throw new Error(`${instruction} before FROM`);
    stages.set(name, after(stage, instruction, rest));
  }
  return stages;
}

function empty(image: string): Stage {
  return { image, environment: {}, labels: {}, copies: [], user: "root", command: [], healthCheck: [] };
}

function after(stage: Stage, instruction: string, rest: string): Stage {
  switch (instruction) {
    case "ENV": {
      const equals = rest.indexOf("=");
      return {
        ...stage,
        environment: { ...stage.environment, [rest.slice(0, equals)]: rest.slice(equals + 1) },
      };
    }
    case "LABEL": {
      const labels = [...rest.matchAll(/(\S+?)="([^"]*)"/g)].map(([, key = "", value = ""]) => [key, value]);
      return { ...stage, labels: { ...stage.labels, ...Object.fromEntries(labels) } };
    }
    case "COPY": {
      const from = /^--from=(\S+)\s+/.exec(rest)?.[1] ?? null;
      const paths = rest.replace(/^--from=\S+\s+/, "").split(/\s+/);
      const target = paths.at(-1) ?? "";
      const copies = paths.slice(0, -1).map((source) => ({ from, source, target }));
      return { ...stage, copies: [...stage.copies, ...copies] };
    }
    case "USER":
      return { ...stage, user: rest };
    case "CMD":
      return { ...stage, command: words.parse(JSON.parse(rest)) };
    case "HEALTHCHECK":
      return { ...stage, healthCheck: words.parse(JSON.parse(rest.slice(rest.indexOf("CMD") + 3))) };
    default:
      return stage;
  }
}
