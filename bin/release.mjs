// Makes a release: `npm run release -- 1.0.0`. Sets the version, dates the changelog's "Unreleased" section, commits
// and tags. Pushes nothing. CONTRIBUTING.md describes the steps before and after.
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { brotliDecompressSync } from "node:zlib";
import semver from "semver";

/** Placeholder for an address that only maintainers can fill in. */
const PLACEHOLDER = "SECURITY_CONTACT";
/** Files other than package.json that contain the version, and how. */
const NAMING = {
  "README.md": (version) => `Version ${version} `,
  "deploy/kubernetes/wakelog.yaml": (version) => `:${version}`,
  "docker/Dockerfile": (version) => `image.version="${version}"`,
  "docker/database.Dockerfile": (version) => `image.version="${version}"`,
  "docs/kubernetes.md": (version) => `:${version}`,
  "packages/server/sql/code/25_service/20_versions.sql": (version) => `'${version}'::text`,
};
/** A database dump of each version, for upgrade tests. */
const DUMPS = "packages/server/test/database/migrations/dumps";
const TABLES = "packages/server/sql/tables";
const UNRELEASED = "## Unreleased\n";

const [version = "", ...others] = process.argv.slice(2);
const tag = `v${version}`;
const read = (path) => readFileSync(path, "utf8");
const git = (...args) => execFileSync("git", args, { encoding: "utf8" });

const json = (path) => JSON.parse(read(path));
const save = (path, content) => writeFileSync(path, `${JSON.stringify(content, null, 2)}\n`);

/** All package folders; "" is the root. */
const packages = ["", ...readdirSync("packages").map((name) => `packages/${name}`)];
const manifestOf = (folder) => (folder === "" ? "package.json" : `${folder}/package.json`);
const manifest = json("package.json");
const changelog = read("CHANGELOG.md");
const unreleased = changelog.split(UNRELEASED)[1]?.split(/^## /m)[0] ?? "";

const refusals = [];
if (semver.valid(version) !== version || others.length > 0)
  refusals.push("give one version, such as 1.0.0-rc.1");
else if (!semver.gt(version, manifest.version)) refusals.push(`${version} is not above ${manifest.version}`);
else if (git("tag", "--list", tag) !== "") refusals.push(`the tag ${tag} exists`);
else if (!holdsDatabase(`${DUMPS}/${version}.sql.br`))
  refusals.push(`keep a database for the tests of upgrades: npm run dump -- ${version}`);
if (git("status", "--porcelain") !== "") refusals.push("the working tree has changes: commit them first");
if (!/^- /m.test(unreleased)) refusals.push('CHANGELOG.md has nothing below "Unreleased"');
for (const [path, named] of Object.entries(NAMING)) {
  if (!read(path).includes(named(manifest.version)))
    refusals.push(`${path} does not name ${manifest.version}`);
}

/** Prerequisites that a release candidate may lack. */
const missing = [];
if (read("SECURITY.md").includes(PLACEHOLDER)) missing.push(`replace ${PLACEHOLDER} in SECURITY.md`);
for (const path of packages.map(manifestOf)) {
  const { private: isPrivate, repository } = json(path);
  if (isPrivate !== true && repository === undefined) missing.push(`${path} names no repository`);
}
if (semver.prerelease(version) === null) refusals.push(...missing);

if (refusals.length > 0) {
  for (const refusal of refusals) console.error(`release: ${refusal}`);
  process.exit(1);
}

const today = new Date().toISOString().slice(0, 10);
writeFileSync("CHANGELOG.md", changelog.replace(UNRELEASED, `${UNRELEASED}\n## ${version}, ${today}\n`));
for (const [path, named] of Object.entries(NAMING)) {
  writeFileSync(path, read(path).replaceAll(named(manifest.version), named(version)));
}
const lock = json("package-lock.json");
lock.version = version;
for (const folder of packages) {
  save(manifestOf(folder), { ...json(manifestOf(folder)), version });
  lock.packages[folder].version = version;
}
save("package-lock.json", lock);
git("commit", "--quiet", "--all", "--message", `Release ${version}`);
git("tag", "--annotate", tag, "--message", `Wakelog ${version}`);
console.log(`Committed and tagged ${tag}. Publish it with: git push --follow-tags`);
for (const one of missing) console.log(`Missing for a final version: ${one}`);

/** Whether a file is a dump of a database with all current tables. */
function holdsDatabase(path) {
  const text = existsSync(path) ? brotliDecompressSync(readFileSync(path)).toString() : "";
  return readdirSync(TABLES).every((name) => text.includes(`('${name.replace(/\.sql$/, "")}', `));
}
