/** The rules that Signal K's own checks of plugins ask, without a network. */
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import manifest from "../package.json" with { type: "json" };
import { wakelog } from "../src/plugin.ts";
import { emptyFolder } from "./folder.ts";
import { StubServer } from "./stub-server.ts";

const home = join(import.meta.dirname, "..");

function sourcesBelow(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return ["node_modules", "dist"].includes(entry.name) ? [] : sourcesBelow(path);
    return /\.(js|ts|mjs|cjs|sh)$/.test(entry.name) ? [path] : [];
  });
}

describe("the package's manifest", () => {
  it("has the keywords, an entry, a version, the Node that it needs, and no installation script", () => {
    expect(manifest.keywords).toEqual(
      expect.arrayContaining([
        "signalk-node-server-plugin",
        "signalk-webapp",
        "signalk-category-cloud",
        "signalk-category-notifications",
      ]),
    );
    expect(manifest.version).toMatch(/^\d+\.\d+\.\d+(-[\w.]+)?$/);
    expect([manifest.main, manifest.engines.node, manifest["signalk-plugin-enabled-by-default"]]).toEqual([
      "dist/index.cjs",
      ">=20",
      true,
    ]);
    expect(Object.keys(manifest.scripts).filter((name) => /install$/.test(name))).toEqual([]);
    expect(existsSync(join(home, "CHANGELOG.md"))).toBe(true);
  });

  it("names an icon and pictures that are there", () => {
    const { appIcon, screenshots } = manifest.signalk;
    for (const name of [join("public", appIcon), ...screenshots])
      expect(statSync(join(home, name)).isFile()).toBe(true);
    // The gate asks whether the packed files have these very paths.
    const packed = (path: string) => manifest.files.some((one) => path === one || path.startsWith(`${one}/`));
    const paths = [manifest.main, appIcon, ...screenshots].map((path) => path.replace(/^\.\//, ""));
    expect(paths.filter((path) => !packed(path))).toEqual([]);
  });
});

describe("the sources", () => {
  // Told apart from this file by their parts.
  const forbidden = [
    ["set", "Provider(Status|Error)\\s*\\("],
    ["register", "HistoryProvider\\s*\\("],
    ["\\bapp", "\\.(server|deltaCache|pluginsMap|securityStrategy)\\b"],
    ["history", "ApiHttpRegistry\\b"],
    ["\\bapp", "\\.(get|post|put|delete|patch|use)\\s*\\(\\s*['\"`/]"],
    ["config", "\\.configPath\\b"],
    ["process", "\\.cwd\\(\\)"],
    ["__dir", "name\\b"],
    ["is", "Dummy\\s*\\(\\)"],
    ["req", "\\.skPrincipal\\b"],
    ["add(Admin)?", "WriteMiddleware\\b"],
    ["node", ":(sqlite|test)['\"]"],
    ["[\"'`]/ho", "me/[a-zA-Z]"],
  ].map(([start = "", end = ""]) => new RegExp(start + end));

  it("use nothing of the server that is not for plugins, and no fixed folder", () => {
    const misusing = sourcesBelow(home).filter((path) => {
      const code = readFileSync(path, "utf8").replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");
      return forbidden.some((pattern) => pattern.test(code));
    });
    expect(misusing).toEqual([]);
  });
});

describe("the workflow", () => {
  it("calls the gate in a checkout of the plugin's folder alone", (context) => {
    const name = join(".github", "workflows", "signalk-plugin.yml");
    const whole = join(home, "..", "..", name);
    const ours = readFileSync(join(home, name), "utf8");
    expect(ours).toMatch(/uses: SignalK\/signalk-server\/\.github\/workflows\/plugin-ci\.yml@[0-9a-f]{40}\n/);
    if (!existsSync(whole)) return context.skip("this is that checkout");
    expect(readFileSync(whole, "utf8")).toBe(ours);
  });
});

describe("the plugin", () => {
  it("has a schema that survives as JSON and requires nothing", () => {
    const { schema } = wakelog(new StubServer(emptyFolder()));
    expect(JSON.parse(JSON.stringify(schema))).toEqual(schema);
    expect(schema).not.toHaveProperty("required");
  });

  it("starts with nothing set, stops, and starts again, and publishes only what the server takes", async () => {
    const server = new StubServer(emptyFolder());
    const plugin = wakelog(server);
    plugin.registerWithRouter(server.router());
    for (const options of [{}, undefined]) {
      plugin.start(options);
      await plugin.stop();
    }
    for (const { updates } of server.published) {
      for (const { values } of updates)
        for (const { path } of values) expect(path).toMatch(/^[a-z][a-z0-9-]*(\.[a-z][a-z0-9-]*)*$/i);
    }
    expect(server.said.at(-1)).toMatch(/^Not paired/);
  });

  it("leaves no timer and no socket open after a stop", async () => {
    const server = new StubServer(emptyFolder());
    const plugin = wakelog(server);
    plugin.start({ pairing: "http://127.0.0.1:9/7K3M9QXP" });
    await new Promise((done) => setTimeout(done, 1500));
    await plugin.stop();
    await new Promise((done) => setTimeout(done, 50));
    expect(process.getActiveResourcesInfo().filter((one) => /Timeout|TCP|FS/.test(one))).toEqual([]);
  });
});
