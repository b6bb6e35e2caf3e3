/** `npm run release`, in a repository with the files it reads and writes. */
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { afterAll, beforeEach, expect, it } from "vitest";
import { z } from "zod";
import { root } from "../../../../checks/source-files.ts";

const PACKAGES = readdirSync(join(root, "packages"));
const MANIFESTS = ["package.json", ...PACKAGES.map((name) => `packages/${name}/package.json`)];
const FILES = [
  ...MANIFESTS,
  "package-lock.json",
  "CHANGELOG.md",
  "README.md",
  "SECURITY.md",
  "deploy/kubernetes/wakelog.yaml",
  "docker/Dockerfile",
  "docker/database.Dockerfile",
  "docs/kubernetes.md",
  "packages/server/sql/code/25_service/20_versions.sql",
];
const TABLES = "packages/server/sql/tables";
const DUMPS = "packages/server/test/database/migrations/dumps";
const VERSION = "900.0.0-rc.1";
const FINAL = "900.0.0";
const HEADING = "## Unreleased\n";
const Versioned = z.looseObject({ version: z.string() });
const Locked = Versioned.extend({
  packages: z.record(z.string(), z.looseObject({ version: z.string().optional() })),
});

const base = mkdtempSync(join(tmpdir(), "wakelog-release-"));
afterAll(() => rmSync(base, { recursive: true, force: true }));
let folder = "";

const env = {
  PATH: process.env.PATH ?? "",
  HOME: base,
  GIT_CONFIG_NOSYSTEM: "1",
  GIT_AUTHOR_NAME: "A maintainer",
  GIT_AUTHOR_EMAIL: "maintainer@example.org",
  GIT_COMMITTER_NAME: "A maintainer",
  GIT_COMMITTER_EMAIL: "maintainer@example.org",
};
const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, env, encoding: "utf8" }).trim();
const read = (path: string) => readFileSync(join(folder, path), "utf8");
function write(path: string, content: string | Buffer): void {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), content);
}
const release = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, "bin/release.mjs"), ...args], {
    cwd: folder,
    env,
    encoding: "utf8",
  });

function commit(path: string, text: string): void {
  write(path, text);
  git("add", path);
  git("commit", "--quiet", "--message", "Change");
}

/** The manifests of the packages that npm gets, without the repository that they come from. */
function forgetRepositories(): string[] {
  const published = MANIFESTS.filter((path) => JSON.parse(read(path)).private !== true);
  for (const path of published) {
    const manifest = JSON.parse(read(path));
    delete manifest.repository;
    commit(path, `${JSON.stringify(manifest, null, 2)}\n`);
  }
  return published;
}

/** A repository that may be released. */
beforeEach(() => {
  folder = mkdtempSync(join(base, "clone-"));
  for (const file of FILES) cpSync(join(root, file), join(folder, file));
  write("SECURITY.md", read("SECURITY.md").replace("SECURITY_CONTACT", "security@example.org"));
  for (const path of MANIFESTS) {
    const manifest = Versioned.parse(JSON.parse(read(path)));
    write(path, `${JSON.stringify({ ...manifest, repository: "https://example.org/wakelog" }, null, 2)}\n`);
  }
  write(`${TABLES}/0001_boats.sql`, "create table boats ();");
  write(`${TABLES}/0002_logs.sql`, "create table logs ();");
  const dump =
    "INSERT INTO app.schema_versions VALUES\n\t('0001_boats', 'a', '…'),\n\t('0002_logs', 'b', '…');";
  for (const version of [VERSION, FINAL]) write(`${DUMPS}/${version}.sql.br`, brotliCompressSync(dump));
  write("CHANGELOG.md", read("CHANGELOG.md").replace(HEADING, `${HEADING}\n- Sail.\n`));
  git("init", "--quiet");
  git("add", ".");
  git("commit", "--quiet", "--message", "Begin");
});

it("sets the version everywhere, dates the changelog, commits and tags", () => {
  const { version } = Versioned.parse(JSON.parse(read("package.json")));
  const day = () => new Date().toISOString().slice(0, 10);
  const changelog = read("CHANGELOG.md");
  const days = [day()];
  const { status, stdout, stderr } = release(VERSION);
  days.push(day());
  expect([status, stderr]).toEqual([0, ""]);
  expect(stdout).toMatch(/^Committed and tagged \S+\. .*\n$/);

  expect(git("status", "--porcelain")).toBe("");
  expect(git("log", "--format=%s")).toBe(`Release ${VERSION}\nBegin`);
  expect(git("rev-parse", `v${VERSION}^{commit}`)).toBe(git("rev-parse", "HEAD"));
  expect(git("diff", "--name-only", "HEAD~").split("\n").sort()).toEqual(
    FILES.filter((file) => file !== "SECURITY.md").sort(),
  );

  for (const path of MANIFESTS) expect(Versioned.parse(JSON.parse(read(path))).version).toBe(VERSION);
  const lock = Locked.parse(JSON.parse(read("package-lock.json")));
  const own = ["", ...PACKAGES.map((name) => `packages/${name}`)].map(
    (folder) => lock.packages[folder]?.version,
  );
  expect(new Set([lock.version, ...own])).toEqual(new Set([VERSION]));
  expect(days.map((one) => changelog.replace(HEADING, `${HEADING}\n## ${VERSION}, ${one}\n`))).toContain(
    read("CHANGELOG.md"),
  );
  for (const path of ["deploy/kubernetes/wakelog.yaml", "docs/kubernetes.md"]) {
    expect(read(path)).toContain(`wakelog-api:${VERSION}`);
    expect(read(path)).toContain(`wakelog-dashboard:${VERSION}`);
    expect(read(path)).not.toContain(`:${version}`);
  }
  for (const path of ["docker/Dockerfile", "docker/database.Dockerfile"]) {
    expect(read(path)).toContain(`org.opencontainers.image.version="${VERSION}"`);
  }
  expect(read("README.md")).toContain(`Version ${VERSION} `);
  expect(read("packages/server/sql/code/25_service/20_versions.sql")).toContain(`select '${VERSION}'::text`);
  expect(release(FINAL).stderr).toBe('release: CHANGELOG.md has nothing below "Unreleased"\n');
});

it("makes a release candidate without a contact and repositories, and says what a final version lacks", () => {
  commit("SECURITY.md", "Write to SECURITY_CONTACT.\n");
  const missing = [
    "replace SECURITY_CONTACT in SECURITY.md",
    ...forgetRepositories().map((path) => `${path} names no repository`),
  ];
  expect(missing.length).toBe(4);

  const refused = release(FINAL);
  expect([refused.status, refused.stdout]).toEqual([1, ""]);
  expect(refused.stderr).toBe(missing.map((one) => `release: ${one}\n`).join(""));
  expect(git("tag")).toBe("");

  const { status, stdout, stderr } = release(VERSION);
  expect([status, stderr, git("tag")]).toEqual([0, "", `v${VERSION}`]);
  expect(stdout.split("\n").slice(1)).toEqual([
    ...missing.map((one) => `Missing for a final version: ${one}`),
    "",
  ]);
});

it.each([
  { why: "no version", args: [], says: "give one version, such as 1.0.0-rc.1" },
  { why: "two versions", args: [VERSION, "901.0.0"], says: "give one version, such as 1.0.0-rc.1" },
  { why: "something else", args: ["v900"], says: "give one version, such as 1.0.0-rc.1" },
  { why: "a lower version", args: ["0.0.1"], says: /^release: 0\.0\.1 is not above \S+$/ },
  {
    why: "the tag of another commit",
    prepare: () => git("tag", `v${VERSION}`),
    says: `the tag v${VERSION} exists`,
  },
  {
    why: "a file that git does not know",
    prepare: () => write("new.md", ""),
    says: "the working tree has changes: commit them first",
  },
  {
    why: "a final version with a placeholder",
    args: [FINAL],
    prepare: () => commit("SECURITY.md", "Write to SECURITY_CONTACT.\n"),
    says: "replace SECURITY_CONTACT in SECURITY.md",
  },
  {
    why: "a version without a database",
    args: ["900.0.0-rc.2"],
    says: "keep a database for the tests of upgrades: npm run dump -- 900.0.0-rc.2",
  },
  {
    why: "a database without the newest table",
    prepare: () => commit(`${TABLES}/0003_stays.sql`, "create table stays ();"),
    says: `keep a database for the tests of upgrades: npm run dump -- ${VERSION}`,
  },
  {
    why: "a README with another version",
    prepare: () => commit("README.md", "Version 0.0.1 \n"),
    says: /^release: README\.md does not name \S+$/,
  },
  {
    why: "a changelog without news",
    prepare: () =>
      commit(
        "CHANGELOG.md",
        `${HEADING}
## 0.0.1, 2020-01-01

- Row.
`,
      ),
    says: 'CHANGELOG.md has nothing below "Unreleased"',
  },
])("refuses $why, and changes nothing", ({ args = [VERSION], prepare, says }) => {
  prepare?.();
  const state = () => git("log") + git("status", "--porcelain") + git("tag");
  const before = state();
  const { status, stdout, stderr } = release(...args);
  expect([status, stdout, state()]).toEqual([1, "", before]);
  if (typeof says === "string") expect(stderr).toBe(`release: ${says}\n`);
  else expect(stderr.trim()).toMatch(says);
});

it("refuses the current version", () => {
  const { version } = Versioned.parse(JSON.parse(read("package.json")));
  expect(release(version).stderr).toBe(`release: ${version} is not above ${version}\n`);
});
