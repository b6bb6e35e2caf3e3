/** The manifests in deploy/kubernetes: Kubernetes knows all that they say, and they agree with the service and its images. */
import { execFile } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { serviceForTests } from "../../../../test/support/service.ts";
import { readConfig } from "../../src/settings/config.ts";
import { readDockerfile } from "./dockerfile.ts";

const root = resolve(import.meta.dirname, "../../../..");
const FOLDER = join(root, "deploy/kubernetes");
const Manifests = z.array(z.looseObject({ apiVersion: z.string(), kind: z.string() }));
const manifests = Manifests.parse(
  parseAllDocuments(readFileSync(join(FOLDER, "wakelog.yaml"), "utf8")).map((document): unknown =>
    document.toJS(),
  ),
);

const Labels = z.record(z.string(), z.string());
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }).optional() });
const Box = z.object({
  name: z.string(),
  image: z.string(),
  args: z.array(z.string()).optional(),
  env: z.array(z.object({ name: z.string(), value: z.string().optional() })),
  ports: z.array(z.object({ name: z.string(), containerPort: z.number() })),
  volumeMounts: z.array(z.object({ name: z.string(), mountPath: z.string() })),
  securityContext: z.object({
    allowPrivilegeEscalation: z.literal(false),
    readOnlyRootFilesystem: z.literal(true),
    capabilities: z.object({ drop: z.tuple([z.literal("ALL")]) }),
  }),
  resources: z.object({
    requests: z.object({ cpu: z.string(), memory: z.string() }),
    limits: z.object({ memory: z.string() }),
  }),
  startupProbe: Probe,
  livenessProbe: Probe,
  readinessProbe: Probe,
});
const Pod = z.object({
  automountServiceAccountToken: z.literal(false),
  enableServiceLinks: z.literal(false),
  securityContext: z.object({
    runAsNonRoot: z.literal(true),
    runAsUser: z.number().positive(),
    seccompProfile: z.object({ type: z.literal("RuntimeDefault") }),
  }),
  containers: z.tuple([Box]),
  volumes: z.array(z.object({ name: z.string(), emptyDir: z.object({ sizeLimit: z.string() }).optional() })),
});
const Running = z.object({
  kind: z.enum(["Deployment", "StatefulSet"]),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: z.object({ matchLabels: Labels }),
    template: z.object({ metadata: z.object({ labels: Labels }), spec: Pod }),
    volumeClaimTemplates: z.array(z.object({ metadata: z.object({ name: z.string() }) })).default([]),
  }),
});
const Service = z.object({
  kind: z.literal("Service"),
  metadata: z.object({ name: z.string() }),
  spec: z.object({
    selector: Labels,
    ports: z.array(z.object({ name: z.string(), port: z.number(), targetPort: z.string() })),
  }),
});
const Settings = z.object({ kind: z.literal("ConfigMap"), data: Labels });
const Ingress = z.object({
  spec: z.object({
    tls: z.tuple([z.object({ hosts: z.array(z.string()) })]),
    rules: z.array(
      z.object({
        host: z.string(),
        http: z.object({
          paths: z.tuple([
            z.object({
              path: z.literal("/"),
              backend: z.object({
                service: z.object({ name: z.string(), port: z.object({ name: z.string() }) }),
              }),
            }),
          ]),
        }),
      }),
    ),
  }),
});
const ofKind = <T>(schema: z.ZodType<T>, ...kinds: readonly string[]) =>
  manifests.filter(({ kind }) => kinds.includes(kind)).map((one) => schema.parse(one));

const running = ofKind(Running, "Deployment", "StatefulSet");
const services = ofKind(Service, "Service");
const settings = ofKind(Settings, "ConfigMap")[0]?.data ?? {};
const boxOf = (name: string) => {
  const box = running.find(({ metadata }) => metadata.name === name)?.spec.template.spec.containers[0];
  if (box === undefined) throw new Error(`there is no ${name}`);
  return box;
};

/** The environment of a pod, with its secrets filled in. */
function environmentOf({ env }: z.infer<typeof Box>): Record<string, string> {
  const secrets: Readonly<Record<string, string>> = {
    POSTGRES_PASSWORD: "hidden",
    WAKELOG_JWT_SECRET: "a secret that is long enough for anybody",
  };
  const given = {
    ...settings,
    ...Object.fromEntries(env.map(({ name, value }) => [name, value ?? secrets[name] ?? ""])),
  };
  return Object.fromEntries(
    Object.entries(given).map(([name, value]) => [
      name,
      value.replace(/\$\((\w+)\)/g, (_, other: string) => secrets[other] ?? ""),
    ]),
  );
}

/** Type errors in the manifests, checked against kubernetes-types. */
async function faultsIn(objects: z.infer<typeof Manifests>): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), "wakelog-manifests-"));
  try {
    symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
    const lines = objects.map((object) => {
      const [version = "", group = "core"] = object.apiVersion.split("/").reverse();
      const type = `import("kubernetes-types/${group.replace(".k8s.io", "")}/${version}.js").${object.kind}`;
      return `(${JSON.stringify(object)} satisfies ${type});\n`;
    });
    writeFileSync(join(folder, "manifests.ts"), `export {};\n${lines.join("")}`);
    const compilerOptions = { module: "NodeNext", strict: true, skipLibCheck: true, noEmit: true, types: [] };
    writeFileSync(
      join(folder, "tsconfig.json"),
      JSON.stringify({ compilerOptions, files: ["manifests.ts"] }),
    );
    const tsc = join(root, "node_modules/typescript/bin/tsc");
    return await new Promise((done) =>
      execFile(process.execPath, [tsc, "-p", folder], (error, out) =>
        done(error === null ? "" : `${error}${out}`),
      ),
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

describe("say what Kubernetes knows", () => {
  it("in one file", async () => {
    expect(readdirSync(FOLDER)).toEqual(["wakelog.yaml"]);
    expect(manifests.length).toBeGreaterThan(8);
    expect(await faultsIn(manifests)).toBe("");
  });

  it.each([
    ["a field that does not exist", '"readinessProbe":', '"readyProbe":', '"readyProbe"'],
    ["a number as text", '"periodSeconds":5', '"periodSeconds":"5"', "'string' is not assignable"],
    ["a kind that does not exist", '"kind":"StatefulSet"', '"kind":"StatefullSet"', "'StatefullSet'"],
  ])("and not %s", async (_, right, wrong, fault) => {
    const text = JSON.stringify(manifests);
    expect(text).toContain(right);
    expect(await faultsIn(Manifests.parse(JSON.parse(text.replace(right, wrong))))).toContain(fault);
  });
});

it("run three pods, none as root or with rights, on file systems that are read only, with what each may take", () => {
  expect(running.map(({ metadata }) => metadata.name)).toEqual([
    "wakelog-database",
    "wakelog-api",
    "wakelog-dashboard",
  ]);
  for (const { spec } of running) {
    const [{ volumeMounts }] = spec.template.spec.containers;
    const volumes = [
      ...spec.template.spec.volumes,
      ...spec.volumeClaimTemplates.map(({ metadata }) => metadata),
    ];
    expect(volumeMounts.filter(({ name }) => !volumes.some((volume) => volume.name === name))).toEqual([]);
    expect(spec.template.metadata.labels).toEqual(spec.selector.matchLabels);
  }
});

it("give the API room for the export of a whole account", () => {
  const pod = running.find(({ metadata }) => metadata.name === "wakelog-api")?.spec.template.spec;
  const [box] = pod?.containers ?? [];
  const folder = box?.env.find(({ name }) => name === "WAKELOG_DATA_DIR")?.value;
  const mount = box?.volumeMounts.find(({ mountPath }) => mountPath === folder);
  const volume = pod?.volumes.find(({ name }) => name === mount?.name);
  expect(volume?.emptyDir?.sizeLimit).toMatch(/^\d+Gi$/);
});

it("lead each service to a port of a pod, by names that Kubernetes allows", () => {
  expect(services).toHaveLength(3);
  for (const { metadata, spec } of services) {
    const pods = running.filter(({ spec: { template } }) =>
      Object.entries(spec.selector).every(([name, value]) => template.metadata.labels[name] === value),
    );
    expect(pods.map((pod) => pod.metadata.name)).toEqual([metadata.name]);
    for (const { targetPort, port } of spec.ports) {
      expect(targetPort).toMatch(/^[a-z]{1,15}$/);
      const found = pods[0]?.spec.template.spec.containers[0].ports.find(({ name }) => name === targetPort);
      expect(found?.containerPort).toBe(port);
    }
  }
});

it("lead the hosts of the ingress, which are those of the settings, to services", () => {
  const { spec } = ofKind(Ingress, "Ingress")[0] ?? { spec: { tls: [{ hosts: [] }], rules: [] } };
  const hosts = [settings.WAKELOG_WEB_URL, settings.WAKELOG_API_URL].map((url) => new URL(url ?? "").host);
  expect(spec.rules.map(({ host }) => host)).toEqual(hosts);
  expect(spec.tls[0].hosts).toEqual(hosts);
  const reached = spec.rules.map(({ http }) => http.paths[0].backend.service);
  expect(reached.map(({ name }) => name)).toEqual(["wakelog-dashboard", "wakelog-api"]);
  for (const { name, port } of reached) {
    const service = services.find(({ metadata }) => metadata.name === name);
    expect(service?.spec.ports.map((one) => one.name)).toContain(port.name);
  }
});

it("run images that docker has, as the users that these bring, and the database as compose.yaml does", () => {
  const stages = readDockerfile(join(root, "docker/Dockerfile"));
  const { version } = z
    .object({ version: z.string() })
    .parse(JSON.parse(readFileSync(join(root, "package.json"), "utf8")));
  for (const part of ["api", "dashboard"]) {
    expect(boxOf(`wakelog-${part}`).image).toBe(`wakelog-${part}:${version}`);
    expect(stages.get(part)).toMatchObject({ user: "node", command: ["node", "bin/wakelog", "start"] });
    expect(boxOf(`wakelog-${part}`).args).toBeUndefined();
  }
  const compose = z
    .object({ services: z.object({ database: z.object({ command: z.array(z.string()) }) }) })
    .parse(parse(readFileSync(join(root, "compose.yaml"), "utf8")));
  expect(boxOf("wakelog-database").args).toEqual(compose.services.database.command);
  expect(boxOf("wakelog-database").image).toMatch(/^postgis\/postgis:17-/);
});

describe("give the service settings that it reads", () => {
  it.each(["wakelog-api", "wakelog-dashboard"])("%s", (name) => {
    const box = boxOf(name);
    const config = readConfig(environmentOf(box));
    const isApi = name === "wakelog-api";
    expect(config.parts).toBe(isApi ? "api" : "web");
    const listening = { api: config.apiPort, web: config.webPort, operations: config.adminPort };
    expect(box.ports).toEqual(
      (isApi ? (["api", "operations"] as const) : (["web", "operations"] as const)).map((port) => ({
        name: port,
        containerPort: listening[port],
      })),
    );
    expect([config.host, config.adminHost]).toEqual(["0.0.0.0", "0.0.0.0"]);
    const { hostname, port } = new URL(config.databaseUrl ?? "postgresql://nowhere:1");
    const reached = isApi
      ? ["wakelog-database", String(boxOf("wakelog-database").ports[0]?.containerPort)]
      : ["nowhere", "1"];
    expect([hostname, port]).toEqual(reached);
  });
});

describe("ask the service how it is", () => {
  const service = serviceForTests();

  it("at paths of its operations that answer", async () => {
    const boxes = running
      .map(({ spec }) => spec.template.spec.containers[0])
      .filter(({ name }) => name !== "database");
    expect(boxes).toHaveLength(2);
    for (const { startupProbe, livenessProbe, readinessProbe } of boxes) {
      expect([startupProbe, livenessProbe, readinessProbe].map((probe) => probe.httpGet?.path)).toEqual([
        "/live",
        "/live",
        "/ready",
      ]);
      for (const { httpGet } of [livenessProbe, readinessProbe]) {
        expect(httpGet?.port).toBe("operations");
        expect((await fetch(`${service.adminUrl}${httpGet?.path}`)).status).toBe(200);
      }
    }
  });
});
