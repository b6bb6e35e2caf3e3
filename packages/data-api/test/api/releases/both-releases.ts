/** Both releases side by side, over one loaded schema; a difference is one row of a table. */
import { beforeAll, expect, it } from "vitest";
import type { ReleaseOptions } from "../../../src/engine/release/facts.ts";
import { type ReleaseName, releaseOf } from "../../../src/engine/release/release.ts";
import {
  type Answered,
  type Asked,
  type Asking,
  type ObservatoryForTests,
  observatoryForTests,
} from "../engine/observatory.ts";

/** The releases over one loaded schema. */
export interface Releases {
  readonly observatory: ObservatoryForTests;
  /** The requests of a release. */
  of(name: ReleaseName): Asking;
}

/** Opens both for the tests of the file or block that calls this. */
export function bothReleases(
  how: Parameters<typeof observatoryForTests>[0] = {},
  options: ReleaseOptions = {},
): Releases {
  const observatory = observatoryForTests(how);
  const found = new Map<ReleaseName, Asking>();
  beforeAll(async () => {
    for (const name of ["11", "16"] as const) {
      found.set(name, await observatory.beside({ release: releaseOf(name, options) }));
    }
  });
  return {
    observatory,
    of(name) {
      const asking = found.get(name);
      if (asking === undefined) throw new Error("the releases are opened by the first hook");
      return asking;
    },
  };
}

/** The parts of an answer that a row states. */
export interface Expected {
  readonly status?: number;
  readonly json?: unknown;
  readonly text?: string;
  /** By lower-case name; undefined: the answer must not have it. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
}

/** One difference: a request, and what each release answers. */
export interface Difference extends Asked {
  readonly what: string;
  /** `GET /path?query`. */
  readonly ask: string;
  readonly eleven: Expected;
  readonly sixteen: Expected;
}

/** An error of the protocol in full. */
export function fault(
  code: string,
  message: string,
  details: unknown = null,
  hint: string | null = null,
): Record<string, unknown> {
  return { code, message, details, hint };
}

/** Writes leave nothing behind. */
export const undone = (prefer = ""): Readonly<Record<string, string>> => ({
  Prefer: prefer === "" ? "tx=rollback" : `${prefer}, tx=rollback`,
});

/** Asks both releases every row. */
export function asksBoth(releases: Releases, rows: readonly Difference[]): void {
  it.each(rows)("$what", async ({ ask, eleven, sixteen, what: _, ...asked }) => {
    const [method = "", target = ""] = ask.split(/ (.*)/s);
    for (const [name, expected] of [
      ["11", eleven],
      ["16", sixteen],
    ] as const) {
      const answer = await releases.of(name).ask(method, target, asked);
      expect({ release: name, ...shownOf(answer, expected) }).toEqual({ release: name, ...expected });
    }
  });
}

/** The parts of the answer that are expected to be something. */
function shownOf(answer: Answered, expected: Expected): Expected {
  const { status, json, text } = answer;
  const named = Object.keys(expected.headers ?? {}).map((name) => [name, answer.headers[name]]);
  const all: Expected = { status, json, text, headers: Object.fromEntries(named) };
  return Object.fromEntries(Object.entries(all).filter(([part]) => part in expected));
}
