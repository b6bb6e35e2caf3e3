import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";

const home = join(import.meta.dirname, "..");
let folder: string;
let packed: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "wakelog-pack-"));
  const made = execFileSync("npm", ["pack", "--json", "--pack-destination", folder], {
    cwd: home,
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  });
  const [name] = /signalk-wakelog-[\d.]+\.tgz/.exec(made) ?? [];
  expect(name).toBeDefined();
  packed = join(folder, name ?? "");
  execFileSync("tar", ["xzf", packed, "-C", folder]);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Width and height of a PNG. */
function dimensions(path: string): [number, number] {
  const header = readFileSync(path).subarray(16, 24);
  return [header.readUInt32BE(0), header.readUInt32BE(4)];
}

function manifest(): Record<string, unknown> {
  return JSON.parse(readFileSync(join(folder, "package", "package.json"), "utf8"));
}

it("packs the plugin, the page and the documents, and none of the sources", () => {
  for (const name of ["dist/index.cjs", "public/index.html", "README.md", "CHANGELOG.md", "LICENSE"]) {
    expect(existsSync(join(folder, "package", name)), name).toBe(true);
  }
  for (const name of ["src", "test", "page"])
    expect(existsSync(join(folder, "package", name)), name).toBe(false);
  expect(statSync(packed).size).toBeLessThan(1_500_000);
});

it("has a page of less than 120 kB, with compressed forms beside what is over 1 kB", () => {
  const pages = readdirSync(join(folder, "package", "public"));
  const plain = pages.filter((name) => !/\.(br|gz|png)$/.test(name));
  const size = (name: string) => statSync(join(folder, "package", "public", name)).size;
  expect(plain.reduce((sum, name) => sum + size(name), 0)).toBeLessThan(120_000);
  for (const name of pages.filter((one) => !/\.(br|gz)$/.test(one) && size(one) > 1000)) {
    expect(pages, name).toEqual(expect.arrayContaining([`${name}.br`, `${name}.gz`]));
  }
});

it("shows a square icon and pictures of 1280 by 800", () => {
  const { signalk } = manifest();
  const { appIcon, screenshots } = Object(signalk);
  expect(dimensions(join(folder, "package", "public", appIcon))).toEqual([256, 256]);
  for (const name of screenshots) {
    expect(dimensions(join(folder, "package", name))).toEqual([1280, 800]);
    expect(statSync(join(folder, "package", name)).size).toBeLessThan(500_000);
  }
});

it("is text and pictures alone, readable, and names no other server", () => {
  const names = readdirSync(join(folder, "package"), { recursive: true, encoding: "utf8" });
  const files = names.filter((name) => statSync(join(folder, "package", name)).isFile());
  const kinds = /\.(cjs|js|css|html|json|md|png)(\.(br|gz))?$|^LICENSE$/;
  expect(files.filter((name) => !kinds.test(name))).toEqual([]);
  const code = readFileSync(join(folder, "package", "dist", "index.cjs"), "utf8").split("\n");
  expect(code.filter((line) => line.length > 1000)).toEqual([]);
  for (const name of ["index.html", "app.js", "style.css"]) {
    const text = readFileSync(join(folder, "package", "public", name), "utf8");
    // The name of SVG is no address.
    const addresses = text.match(/(?:https?:)?\/\/[\w.-]+\.\w+[\w/]*/g) ?? [];
    expect(addresses.filter((one) => one !== "http://www.w3.org/2000/svg")).toEqual([]);
  }
});

it("depends on no package and runs nothing at installation", () => {
  const { dependencies, optionalDependencies, peerDependencies, scripts } = manifest();
  expect([dependencies, optionalDependencies, peerDependencies]).toEqual([undefined, undefined, undefined]);
  expect(Object.keys(scripts ?? {})).not.toEqual(expect.arrayContaining([expect.stringMatching(/install$/)]));
});

it("is required as a function that makes the plugin", () => {
  const script = `
    const make = require(process.argv[1]);
    const { id, schema, start, stop } = make({ setPluginStatus: () => {} });
    process.stdout.write(JSON.stringify([id, Object.keys(schema.properties), schema.required, typeof start, typeof stop]));
  `;
  const answer = execFileSync(process.execPath, ["-e", script, join(folder, "package")], {
    encoding: "utf8",
  });
  expect(JSON.parse(answer)).toEqual(["signalk-wakelog", ["pairing"], null, "function", "function"]);
});

it("has its icon beside the manifest too, where the app store looks for it", () => {
  const [inner, outer] = ["public/icon.png", "icon.png"].map((name) =>
    readFileSync(join(folder, "package", name)),
  );
  expect(outer).toEqual(inner);
});
