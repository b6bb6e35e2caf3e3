import { existsSync, readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sectionOf } from "./documents/documents.ts";
import {
  ABOARD_SOURCES,
  DASHBOARD_SOURCES,
  filesBelow,
  foldersBelow,
  importsOf,
  root,
  SERVER_SOURCES,
} from "./source-files.ts";

const sources = SERVER_SOURCES.flatMap(filesBelow);

/** The wings of the house, each knowing only those before it; two beside each other do not know each other. */
const WINGS: readonly (readonly string[])[] = [
  ["kit"],
  ["data-api"],
  ["settings"],
  ["database"],
  ["people", "boat"],
  ["service"],
  ["cli"],
];
/** The rooms of the data API, each knowing only those before it. */
const DATA_API = ["db", "engine", "http", "command"];
/** Rooms that answer requests beside the engine, and so know the server. */
const ANSWERING = [
  "packages/server/src/boat/link/",
  "packages/server/src/boat/live/",
  "packages/server/src/boat/charts/",
  "packages/server/src/boat/public-pages/",
];
const STAGES = ["caller", "request", "schema", "plan", "query", "shape", "execute", "response", "keyed"];
/** The rooms of voyages, each knowing only those above it, and none of those beside it. */
const ROOMS: readonly (readonly string[])[] = [
  ["detector"],
  ["record", "edits"],
  ["logbook", "finishing", "places"],
  ["ingest", "corrections"],
  ["jobs.ts", "schedule.ts", "procedures.ts"],
];
/** By package: suites of tests that follow the behaviour of the whole rather than a folder of its sources. */
const SUITES: Readonly<Record<string, readonly string[]>> = {
  kit: [],
  "data-api": ["unit", "api", "cases", "peer"],
  server: ["unit", "api", "cases", "clients", "deployment", "faults", "grafana", "sql"],
  dashboard: ["journeys"],
};

function wingOf(file: string): string {
  const [, ofServer, ofPackage] = /^packages\/(?:server\/src\/([^/]+)|([^/]+)\/src)\//.exec(file) ?? [];
  return ofServer ?? (ofPackage === "dashboard" ? "" : ofPackage) ?? "";
}

/** The floor that a file's wing is on; -1 without one. */
function levelOf(file: string): number {
  return WINGS.findIndex((wings) => wings.includes(wingOf(file)));
}

/** The room about boats or people that a file is in. */
function domainOf(file: string): string | null {
  return /^packages\/server\/src\/(?:people|boat)\/[^/]+/.exec(file)?.[0] ?? null;
}

function stageOf(file: string): number {
  const part = /^packages\/data-api\/src\/engine\/([a-z]+)/.exec(file)?.[1] ?? "";
  return STAGES.indexOf(part);
}

/** The room of voyages that a file is in; the files that open on the other domains are rooms of their own. */
function roomOf(file: string): string | null {
  return /^packages\/server\/src\/boat\/voyages\/([^/]+)/.exec(file)?.[1] ?? null;
}

function floorOf(file: string): number {
  const room = roomOf(file);
  return ROOMS.findIndex((rooms) => room !== null && rooms.includes(room));
}

describe("the architecture", () => {
  it("gives every source file a wing", () => {
    expect(sources.filter((file) => levelOf(file) < 0)).toEqual([]);
  });

  it("is drawn in ARCHITECTURE.md as it is asserted here", () => {
    const drawn = sectionOf("ARCHITECTURE.md", "Who may import whom").replaceAll("\n", " ");
    expect(drawn).toContain(WINGS.map((wings) => wings.join(", ")).join(" ← "));
    expect(drawn).toContain(DATA_API.join(" ← "));
    expect(drawn).toContain(`${STAGES.join(" ← ")} ← engine`);
    expect(drawn).toContain(
      ROOMS.map((rooms) => rooms.map((room) => room.replace(".ts", "")).join(", ")).join(" ← "),
    );
  });

  it("keeps the boat's plugin apart: it imports no other package, and none imports it", () => {
    const isAboard = (path: string) => path.startsWith("packages/signalk-wakelog/");
    const across = [
      ...ABOARD_SOURCES.flatMap(filesBelow),
      ...sources,
      ...filesBelow(DASHBOARD_SOURCES),
    ].flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => target.startsWith("packages/") && isAboard(target) !== isAboard(file))
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(across).toEqual([]);
  });

  it("imports only downward", () => {
    const upward = sources.flatMap((file) =>
      importsOf(file)
        .filter(
          ({ target }) =>
            wingOf(target) !== "" && wingOf(target) !== wingOf(file) && levelOf(target) >= levelOf(file),
        )
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(upward).toEqual([]);
  });

  it("keeps the data API's server from its command, its engine from both, and its driver from all", () => {
    const roomOfApi = (file: string) =>
      DATA_API.indexOf(/^packages\/data-api\/src\/([^/]+)\//.exec(file)?.[1] ?? "");
    const upward = sources.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => roomOfApi(file) >= 0 && roomOfApi(target) > roomOfApi(file))
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
    const allowed = new Set([
      "packages/data-api/src/db/sql.ts",
      "packages/data-api/src/db/database.ts",
      "packages/data-api/src/engine/handlers.ts",
    ]);
    const peeking = sources
      .filter((file) => domainOf(file) !== null && !ANSWERING.some((room) => file.startsWith(room)))
      .flatMap((file) =>
        importsOf(file)
          .filter(
            ({ target }) =>
              /^packages\/(data-api|server\/src\/database\/(postgres-server|migrations))\//.test(target) &&
              !allowed.has(target),
          )
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

  it("enters each stage of the engine by the file that bears its name", () => {
    const entries = STAGES.map((stage) => `packages/data-api/src/engine/${stage}/${stage}.ts`);
    expect(entries.filter((entry) => !sources.includes(entry))).toEqual([]);
    const unused = entries.filter(
      (entry) =>
        !sources.some(
          (file) =>
            dirname(file) !== dirname(entry) &&
            importsOf(file).some(({ target, typeOnly }) => target === entry && !typeOnly),
        ),
    );
    expect(unused).toEqual([]);
  });

  it("gives every file of voyages a room, and lets the rooms know only those above them", () => {
    const voyages = sources.filter((file) => file.startsWith("packages/server/src/boat/voyages/"));
    expect(voyages.filter((file) => floorOf(file) < 0)).toEqual([]);
    const wrong = voyages.flatMap((file) =>
      importsOf(file)
        .filter(
          ({ target }) =>
            roomOf(target) !== null && roomOf(target) !== roomOf(file) && floorOf(target) >= floorOf(file),
        )
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(wrong).toEqual([]);
  });

  it("keeps the detector pure: it counts with places and times and knows neither rows nor the world", () => {
    const allowed = (file: string, target: string) =>
      /^packages\/(kit\/src\/geo|kit\/src\/time|server\/src\/boat\/voyages\/detector)\//.test(target) ||
      // Thresholds are checked where they are declared.
      (target === "zod" && file === "packages/server/src/boat/voyages/detector/thresholds.ts");
    const detector = sources.filter((file) => file.startsWith("packages/server/src/boat/voyages/detector/"));
    expect(detector.length).toBeGreaterThan(10);
    const reaching = detector.flatMap((file) =>
      importsOf(file)
        .filter(({ target }) => !allowed(file, target))
        .map(({ target }) => `${file} → ${target}`),
    );
    expect(reaching).toEqual([]);
  });

  it("has no circle of imports, not even of types", () => {
    const done = new Set<string>();
    const cycles: string[] = [];
    const visit = (file: string, trail: readonly string[]): void => {
      if (trail.includes(file)) cycles.push([...trail.slice(trail.indexOf(file)), file].join(" → "));
      if (done.has(file) || trail.includes(file)) return;
      for (const { target } of importsOf(file)) {
        if (wingOf(target) !== "") visit(target, [...trail, file]);
      }
      done.add(file);
    };
    for (const file of sources) visit(file, []);
    expect(cycles).toEqual([]);
  });

  it("reads connection strings only in db, and has no other driver", () => {
    const using = sources.filter((file) =>
      importsOf(file).some(
        ({ target }) =>
          target === "pg" ||
          (target === "pg-connection-string" && !file.startsWith("packages/data-api/src/db/")),
      ),
    );
    expect(using).toEqual([]);
  });

  it("keeps the dashboard apart from the service", () => {
    const reaching = filesBelow(DASHBOARD_SOURCES).filter((file) =>
      importsOf(file).some(({ target }) => wingOf(target) !== ""),
    );
    expect(reaching).toEqual([]);
  });

  it("keeps the dashboard's pages apart, and from what they share", () => {
    const pageOf = (file: string) => /^packages\/dashboard\/src\/pages\/([^/]+)\//.exec(file)?.[1] ?? null;
    const across = filesBelow("packages/dashboard/src")
      .filter((file) => !file.startsWith("packages/dashboard/src/app/"))
      .flatMap((file) =>
        importsOf(file)
          .filter(({ target }) => pageOf(target) !== null && pageOf(target) !== pageOf(file))
          .map(({ target }) => `${file} → ${target}`),
      );
    expect(across).toEqual([]);
  });

  it("arranges the tests as the sources are arranged", () => {
    const strange = Object.entries(SUITES).flatMap(([name, suites]) => {
      const home = `packages/${name}`;
      const isSource = (folder: string) => existsSync(join(root, home, "src", folder));
      const tops = readdirSync(join(root, home, "test"), { withFileTypes: true })
        .filter((entry) => entry.isDirectory())
        .map((entry) => entry.name);
      const units = suites.includes("unit") ? foldersBelow(`${home}/test/unit`) : [];
      return [...tops.filter((top) => !suites.includes(top)), ...units]
        .filter((folder) => !isSource(folder))
        .map((folder) => `${home}: ${folder}`);
    });
    expect(strange).toEqual([]);
  });
});
