/** PostgreSQL refuses to run as root; as root, run it as an unprivileged user. */
import { spawnSync } from "node:child_process";
import { chownSync, readFileSync } from "node:fs";

/** A user to run as. */
export interface Identity {
  readonly uid: number;
  readonly gid: number;
  readonly name: string;
}

/** Users that exist everywhere, best first. */
const CANDIDATES = ["postgres", "nobody"] as const;

/** The user to run PostgreSQL as; null for the current one. */
export function unprivileged(): Identity | null {
  if (process.getuid?.() !== 0) return null;
  const users = readFileSync("/etc/passwd", "utf8")
    .split("\n")
    .map((line) => line.split(":"));
  for (const name of CANDIDATES) {
    const found = users.find((fields) => fields[0] === name);
    const [uid, gid] = [Number(found?.[2]), Number(found?.[3])];
    if (uid > 0 && gid >= 0) return { uid, gid, name };
  }
  throw new Error(
    `PostgreSQL refuses to run as root, and /etc/passwd has none of ${CANDIDATES.join(", ")}; start as an ordinary user`,
  );
}

/** Child process options that make it run as `identity`. */
export function runningAs(identity: Identity | null): { uid?: number; gid?: number } {
  return identity === null ? {} : { uid: identity.uid, gid: identity.gid };
}

/** Gives a file to `identity`. */
export function give(path: string, identity: Identity | null): void {
  if (identity !== null) chownSync(path, identity.uid, identity.gid);
}

/** Whether `identity` can reach a directory; only an attempt considers every kind of right. */
export function canReach(directory: string, identity: Identity | null): boolean {
  if (identity === null) return true;
  const options = { ...runningAs(identity), cwd: "/", stdio: "ignore" } as const;
  return spawnSync("/bin/sh", ["-c", 'cd "$0"', directory], options).status === 0;
}
