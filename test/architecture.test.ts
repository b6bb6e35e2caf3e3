import { readdirSync, readFileSync, statSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";

const root = resolve(import.meta.dirname, "..");

/** Every TypeScript file below a folder, as paths from the root. */
function filesBelow(folder: string): readonly string[] {
  return readdirSync(join(root, folder)).flatMap((name) => {
    const path = join(folder, name);
    if (statSync(join(root, path)).isDirectory()) return filesBelow(path);
    return /\.tsx?$/.test(name) ? [path] : [];
  });
}

/** What a file imports: packages by name, files by path from the root. `typeOnly` marks imports of types. */
function importsOf(file: string): readonly { readonly target: string; readonly typeOnly: boolean }[] {
  const source = readFileSync(join(root, file), "utf8");
  const found = source.matchAll(
    /^(?:import|export)\s+(type\s)?(?:[\w*\s{},]*?\sfrom\s+)?["']([^"']+)["']|import\(\s*["']([^"']+)["']\s*\)/gm,
  );
  return [...found].map(([, typeOnly, fixed, dynamic]) => {
    const target = fixed ?? dynamic ?? "";
    return {
      target: target.startsWith(".") ? relative(root, resolve(root, dirname(file), target)) : target,
      typeOnly: typeOnly !== undefined,
    };
  });
}

const sources = filesBelow("src");

const LAYERS: readonly (readonly string[])[] = [
  ["src/errors.ts", "src/config.ts", "src/observe.ts", "src/announced-releases.ts", "src/geo/"],
  ["src/db/"],
  ["src/engine/", "src/jobs/"],
  ["src/voyages/", "src/monitoring/", "src/notifications/", "src/exports/", "src/imports/", "src/accounts/"],
  ["src/service.ts", "src/installation.ts", "src/declarations.ts", "src/http/", "src/data-api/"],
  ["src/cli/"],
];
const STAGES = ["request", "schema", "plan", "query", "execute", "response"];

function layerOf(file: string): number {
  return LAYERS.findIndex((places) => places.some((place) => file.startsWith(place)));
}

/** The domain folder of layer 3 that a file is in. */
function domainOf(file: string): string | null {
  return LAYERS[3]?.find((place) => file.startsWith(place)) ?? null;
}

function stageOf(file: string): number {
  const part = /^src\/engine\/([a-z]+)/.exec(file)?.[1] ?? "";
  return STAGES.indexOf(part);
}

describe("the architecture", () => {
  it("gives every source file a layer", () => {
    expect(sources.filter((file) => layerOf(file) < 0)).toEqual([]);
  });

  it("imports only downward", () => {
    const upward = sources.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target.startsWith("src/") && layerOf(target) > layerOf(file))
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it("keeps the domains apart: they meet in the database and the queue", () => {
    const across = sources.flatMap((file) =>
      importsOf(file)
        .filter(
          ({ target }) =>
            domainOf(file) !== null && domainOf(target) !== null && domainOf(file) !== domainOf(target),
        )
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(across).toEqual([]);
  });

  it("shows the domains of the database only transactions and the sql tag, of the engine only the handlers' types", () => {
    const allowed = new Set(["src/db/sql.ts", "src/db/database.ts", "src/engine/handlers.ts"]);
    const peeking = sources
      .filter((file) => domainOf(file) !== null)
      .flatMap((file) =>
        importsOf(file)
          .filter(({ target }) => /^src\/(db|engine)\//.test(target) && !allowed.has(target))
          .map(({ target }) => `${file} → ${target}`),
      );
    expect(peeking).toEqual([]);
  });

  it("lets the engine's stages know only the stages before them", () => {
    const backward = sources
      .filter((file) => stageOf(file) >= 0)
      .flatMap((file) =>
        importsOf(file)
          .filter(({ target }) => stageOf(target) > stageOf(file))
          .map(({ target }) => `${file} → ${target}`),
      );
    expect(backward).toEqual([]);
  });

  it("has no cycle of imports", () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, trail: readonly string[]): void => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
      if (done.has(file) || trail.includes(file)) return;
      for (const { target, typeOnly } of importsOf(file)) {
        if (target.startsWith("src/") && !typeOnly) visit(target, [...trail, file]);
      }
      done.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it("reads the environment only in the configuration and the command line", () => {
    const reading = sources.filter(
      (file) =>
        !file.startsWith("src/cli/") &&
        file !== "src/config.ts" &&
        readFileSync(join(root, file), "utf8").includes("process.env"),
    );
    expect(reading).toEqual([]);
  });

  it("knows the database driver only in db", () => {
    const using = sources.filter(
      (file) => !file.startsWith("src/db/") && importsOf(file).some(({ target }) => target === "pg"),
    );
    expect(using).toEqual([]);
  });

  it("keeps the dashboard apart from the service", () => {
    const reaching = filesBelow("web/src").filter((file) =>
      importsOf(file).some(({ target }) => target.startsWith("src/")),
    );
    expect(reaching).toEqual([]);
  });

  it("keeps files short enough to hold one noun", () => {
    const long = [...sources, ...filesBelow("web/src")].filter(
      (file) =>
        !file.includes("generated") && readFileSync(join(root, file), "utf8").split("\n").length > 401,
    );
    expect(long).toEqual([]);
  });

  it("names folders after nouns of their own", () => {
    const vague = [...sources, ...filesBelow("web/src"), ...filesBelow("test")].filter((file) =>
      /(^|\/)(utils?|helpers?|common|shared|lib|misc|types)\//.test(file),
    );
    expect(vague).toEqual([]);
  });
});
