/** The manifests in deploy/kubernetes: what their sketches make, checked by Kubernetes' own types, and at one with the service. */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import type { Container, PodSpec } from "kubernetes-types/core/v1.js";
import { describe, expect, it } from "vitest";
import { parseAllDocuments } from "yaml";
import { z } from "zod";
import { FILES, textOf } from "../../bin/kubernetes/manifests.ts";
import { readConfig } from "../../src/config.ts";
import { serviceForTests } from "../support/service.ts";

const root = resolve(import.meta.dirname, "../..");
const FOLDER = join(root, "deploy/kubernetes");
if (process.env.WAKELOG_TEST_WRITE_DOCS === "1") {
  for (const file of FILES) writeFileSync(join(FOLDER, file.name), textOf(file));
}
const read = (name: string) =>
  parseAllDocuments(readFileSync(join(FOLDER, name), "utf8")).map((document): unknown => document.toJS());

const Labels = z.record(z.string(), z.string());
const Probe = z.object({ httpGet: z.object({ path: z.string(), port: z.string() }).optional() });
const Box = z.object({
  name: z.string(),
  image: z.string(),
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
const ofKind = <T>(schema: z.ZodType<T>) => {
  return read("wakelog.yaml").flatMap((one) => {
    const parsed = schema.safeParse(one);
    return parsed.success ? [parsed.data] : [];
  });
};

const running = ofKind(Running);
const services = ofKind(Service);
const settings = ofKind(Settings)[0]?.data ?? {};

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

it("are the files of deploy/kubernetes, and no other (WAKELOG_TEST_WRITE_DOCS=1 writes them)", () => {
  for (const file of FILES) {
    const path = join(FOLDER, file.name);
    expect(readFileSync(path, "utf8"), `${path} is old: run npm run docs`).toBe(textOf(file));
    expect(read(file.name)).toEqual(JSON.parse(JSON.stringify(file.manifests)));
  }
  expect(readdirSync(FOLDER).sort()).toEqual(FILES.map(({ name }) => name).sort());
});

it("are checked by Kubernetes' types: what it does not know is refused", () => {
  const container: Container = {
    name: "api",
    // @ts-expect-error: it is called readinessProbe
    readyProbe: {},
  };
  // @ts-expect-error: a pod has containers, and a period is a number
  const pod: PodSpec = { terminationGracePeriodSeconds: "60" };
  expect([container.name, pod.containers]).toEqual(["api", undefined]);
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

it("give the API room for the file in which somebody takes everything along", () => {
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

describe("give the service settings that it reads", () => {
  it.each(["wakelog-api", "wakelog-dashboard"])("%s", (name) => {
    const box = running.find(({ metadata }) => metadata.name === name)?.spec.template.spec.containers[0];
    if (box === undefined) throw new Error(`there is no ${name}`);
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
    const database = running[0]?.spec.template.spec.containers[0];
    const { hostname, port } = new URL(config.databaseUrl ?? "postgresql://nowhere:1");
    const reached = isApi
      ? ["wakelog-database", String(database?.ports[0]?.containerPort)]
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
