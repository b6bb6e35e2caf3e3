/** Wakelog on Kubernetes: the three containers of `compose.yaml`, and how browsers and boats reach them. */
import type { Deployment, StatefulSet } from "kubernetes-types/apps/v1.js";
import type { ConfigMap, Container, PodSpec, Service } from "kubernetes-types/core/v1.js";
import type { Ingress, NetworkPolicy, NetworkPolicyIngressRule } from "kubernetes-types/networking/v1.js";
import { Document } from "yaml";
import {
  labelsOf,
  metadataOf,
  type Part,
  podOf,
  probesOf,
  secretVariable,
  selectorOf,
  serviceOf,
} from "./pod.ts";

export type Manifest = ConfigMap | Deployment | Ingress | NetworkPolicy | Service | StatefulSet;

/** A file of deploy/kubernetes. */
export interface ManifestFile {
  readonly name: string;
  /** The comment that it begins with. */
  readonly comment: string;
  readonly manifests: readonly Manifest[];
}

/** Users that the images bring: `postgres`, and `node` of the Node.js image. */
const POSTGRES_USER = 999;
const NODE_USER = 1000;

const SETTINGS: ConfigMap = {
  apiVersion: "v1",
  kind: "ConfigMap",
  metadata: { name: "wakelog", labels: { "app.kubernetes.io/name": "wakelog" } },
  data: {
    WAKELOG_API_URL: "https://api.example.org",
    WAKELOG_WEB_URL: "https://log.example.org",
    WAKELOG_TRUST_PROXY: "1",
  },
};

const DATABASE: StatefulSet = {
  apiVersion: "apps/v1",
  kind: "StatefulSet",
  metadata: metadataOf("database"),
  spec: {
    serviceName: "wakelog-database",
    replicas: 1,
    selector: selectorOf("database"),
    template: {
      metadata: { labels: labelsOf("database") },
      spec: podOf(
        {
          name: "database",
          image: "postgis/postgis:17-3.5",
          args: ["postgres", "-c", "log_error_verbosity=terse"],
          env: [
            { name: "POSTGRES_USER", value: "wakelog" },
            { name: "POSTGRES_DB", value: "wakelog" },
            secretVariable("POSTGRES_PASSWORD", "postgres-password"),
            // A volume's own folder may hold what file systems put there.
            { name: "PGDATA", value: "/var/lib/postgresql/data/cluster" },
          ],
          ports: [{ name: "postgres", containerPort: 5432 }],
          volumeMounts: [
            { name: "data", mountPath: "/var/lib/postgresql/data" },
            { name: "socket", mountPath: "/var/run/postgresql" },
            { name: "memory", mountPath: "/dev/shm" },
            { name: "tmp", mountPath: "/tmp" },
          ],
          startupProbe: { ...isReady(), periodSeconds: 5, failureThreshold: 120 },
          readinessProbe: { ...isReady(), periodSeconds: 10, failureThreshold: 3 },
          livenessProbe: { ...isReady(), periodSeconds: 30, failureThreshold: 10 },
          resources: { requests: { cpu: "250m", memory: "512Mi" }, limits: { memory: "2Gi" } },
        },
        POSTGRES_USER,
        [
          { name: "socket", emptyDir: { sizeLimit: "1Mi" } },
          { name: "memory", emptyDir: { medium: "Memory", sizeLimit: "256Mi" } },
        ],
      ),
    },
    volumeClaimTemplates: [
      {
        metadata: { name: "data" },
        spec: { accessModes: ["ReadWriteOnce"], resources: { requests: { storage: "20Gi" } } },
      },
    ],
  },
};

/** Over TCP: while the image prepares a new volume, its server listens on a socket only. */
function isReady(): NonNullable<Container["readinessProbe"]> {
  const command = ["pg_isready", "--quiet", "--host=127.0.0.1", "--username=wakelog", "--dbname=wakelog"];
  return { exec: { command }, timeoutSeconds: 5 };
}

/** Where the API has room for the files in which people take everything along, while they are sent. */
const DATA_FOLDER = "/wakelog/data";

const API = serverOf(
  "api",
  {
    env: [
      secretVariable("POSTGRES_PASSWORD", "postgres-password"),
      {
        name: "DATABASE_URL",
        value: "postgresql://wakelog:$(POSTGRES_PASSWORD)@wakelog-database:5432/wakelog",
      },
      secretVariable("WAKELOG_JWT_SECRET", "jwt-secret"),
      { name: "WAKELOG_PARTS", value: "api" },
      { name: "WAKELOG_API_PORT", value: "3000" },
      { name: "WAKELOG_DATA_DIR", value: DATA_FOLDER },
    ],
    volumeMounts: [{ name: "data", mountPath: DATA_FOLDER }],
    ports: [{ name: "api", containerPort: 3000 }],
    resources: { requests: { cpu: "100m", memory: "256Mi" }, limits: { memory: "1Gi" } },
  },
  [{ name: "data", emptyDir: { sizeLimit: "8Gi" } }],
);

const DASHBOARD = serverOf("dashboard", {
  env: [
    { name: "WAKELOG_PARTS", value: "web" },
    { name: "WAKELOG_WEB_PORT", value: "8080" },
  ],
  ports: [{ name: "web", containerPort: 8080 }],
  resources: { requests: { cpu: "20m", memory: "96Mi" }, limits: { memory: "256Mi" } },
});

/** A server of ours: it keeps nothing, and listens for operations where the cluster asks how it is. */
function serverOf(
  part: Exclude<Part, "database">,
  container: Omit<Container, "name">,
  volumes: PodSpec["volumes"] = [],
): Deployment {
  return {
    apiVersion: "apps/v1",
    kind: "Deployment",
    metadata: metadataOf(part),
    spec: {
      replicas: 1,
      selector: selectorOf(part),
      template: {
        metadata: { labels: labelsOf(part) },
        spec: podOf(
          {
            ...container,
            name: part,
            image: `wakelog-${part}:0.1.0`,
            envFrom: [{ configMapRef: { name: "wakelog" } }],
            env: [
              ...(container.env ?? []),
              { name: "WAKELOG_HOST", value: "0.0.0.0" },
              { name: "WAKELOG_ADMIN_HOST", value: "0.0.0.0" },
              { name: "WAKELOG_ADMIN_PORT", value: "3001" },
            ],
            ports: [...(container.ports ?? []), { name: "operations", containerPort: 3001 }],
            volumeMounts: [...(container.volumeMounts ?? []), { name: "tmp", mountPath: "/tmp" }],
            ...probesOf(),
          },
          NODE_USER,
          volumes,
        ),
      },
    },
  };
}

/** Who may reach a part. The cluster's own probes come from the machine that it runs on, which no policy keeps out. */
function admission(part: Part, ingress: NetworkPolicyIngressRule[]): NetworkPolicy {
  return {
    apiVersion: "networking.k8s.io/v1",
    kind: "NetworkPolicy",
    metadata: metadataOf(part),
    spec: { podSelector: selectorOf(part), policyTypes: ["Ingress"], ingress },
  };
}

/** A Prometheus in the namespace `monitoring`. */
const OPERATIONS = {
  from: [{ namespaceSelector: { matchLabels: { "kubernetes.io/metadata.name": "monitoring" } } }],
  ports: [{ port: "operations" }],
};

const INGRESS: Ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "wakelog", labels: { "app.kubernetes.io/name": "wakelog" } },
  spec: {
    tls: [{ hosts: ["log.example.org", "api.example.org"], secretName: "wakelog-tls" }],
    rules: [
      { host: "log.example.org", http: { paths: [pathTo("dashboard", "web")] } },
      { host: "api.example.org", http: { paths: [pathTo("api", "api")] } },
    ],
  },
};

function pathTo(part: Part, port: string) {
  return {
    path: "/",
    pathType: "Prefix",
    backend: { service: { name: `wakelog-${part}`, port: { name: port } } },
  };
}

export const FILES: readonly ManifestFile[] = [
  {
    name: "wakelog.yaml",
    comment:
      " Wakelog on Kubernetes: database, API and dashboard. Make the secret first, and set the names of the images,\n" +
      " the addresses and the size of the volume: docs/kubernetes.md",
    manifests: [
      SETTINGS,
      serviceOf("database", "postgres", 5432),
      DATABASE,
      serviceOf("api", "api", 3000),
      API,
      serviceOf("dashboard", "web", 8080),
      DASHBOARD,
      admission("database", [{ from: [{ podSelector: selectorOf("api") }], ports: [{ port: "postgres" }] }]),
      admission("api", [{ ports: [{ port: "api" }] }, OPERATIONS]),
      admission("dashboard", [{ ports: [{ port: "web" }] }, OPERATIONS]),
    ],
  },
  {
    name: "ingress.yaml",
    comment:
      " How browsers and boats reach it, with TLS: an example for whichever ingress controller the cluster has.",
    manifests: [INGRESS],
  },
];

/** As it is written to the file: a document for each. */
export function textOf({ comment, manifests }: ManifestFile): string {
  return manifests
    .map((manifest, at) => {
      const document = new Document(manifest, { aliasDuplicateObjects: false });
      if (at === 0) document.commentBefore = comment;
      return document.toString({ lineWidth: 0 });
    })
    .join("---\n");
}
