/** What all pods have in common: names, rights, probes. */
import type { Container, PodSpec, Probe, SecurityContext, Service } from "kubernetes-types/core/v1.js";
import type { LabelSelector, ObjectMeta } from "kubernetes-types/meta/v1.js";

/** The three parts of an installation. */
export type Part = "database" | "api" | "dashboard";

export function labelsOf(part: Part): Record<string, string> {
  return { "app.kubernetes.io/name": "wakelog", "app.kubernetes.io/component": part };
}

export function metadataOf(part: Part): ObjectMeta {
  return { name: `wakelog-${part}`, labels: labelsOf(part) };
}

export function selectorOf(part: Part): LabelSelector {
  return { matchLabels: labelsOf(part) };
}

/** A process may do nothing but compute, and write where a volume is. */
const CONFINED: SecurityContext = {
  allowPrivilegeEscalation: false,
  readOnlyRootFilesystem: true,
  capabilities: { drop: ["ALL"] },
};

/** A pod of one container. @param user the user and group that the image brings; volumes belong to the group too */
export function podOf(container: Container, user: number, volumes: PodSpec["volumes"] = []): PodSpec {
  return {
    automountServiceAccountToken: false,
    // Otherwise the service wakelog-api becomes WAKELOG_API_PORT=tcp://…, which is the name of a setting.
    enableServiceLinks: false,
    securityContext: {
      runAsNonRoot: true,
      runAsUser: user,
      runAsGroup: user,
      fsGroup: user,
      fsGroupChangePolicy: "OnRootMismatch",
      seccompProfile: { type: "RuntimeDefault" },
    },
    terminationGracePeriodSeconds: 60,
    containers: [{ ...container, securityContext: CONFINED }],
    volumes: [...volumes, { name: "tmp", emptyDir: { sizeLimit: "64Mi" } }],
  };
}

/** How a server of ours is asked how it is: on the port of operations. */
export function probesOf(): Pick<Container, "startupProbe" | "livenessProbe" | "readinessProbe"> {
  const ask = (path: string): Probe => ({ httpGet: { path, port: "operations" }, timeoutSeconds: 5 });
  return {
    // An upgrade may migrate a large database before it serves.
    startupProbe: { ...ask("/live"), periodSeconds: 5, failureThreshold: 120 },
    livenessProbe: { ...ask("/live"), periodSeconds: 15, failureThreshold: 4 },
    readinessProbe: { ...ask("/ready"), periodSeconds: 5, failureThreshold: 3 },
  };
}

/** The address of a part within the cluster. @param port the name of the container's port */
export function serviceOf(part: Part, name: string, port: number): Service {
  return {
    apiVersion: "v1",
    kind: "Service",
    metadata: metadataOf(part),
    spec: { selector: labelsOf(part), ports: [{ name, port, targetPort: name }] },
  };
}

/** A key of the secret `wakelog`, as a variable of the environment. */
export function secretVariable(name: string, key: string): NonNullable<Container["env"]>[number] {
  return { name, valueFrom: { secretKeyRef: { name: "wakelog", key } } };
}
