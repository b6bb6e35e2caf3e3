/** The etcd of a cluster, on loopback: one member, or one for each machine. */
import type { ChildProcess } from "node:child_process";
import { join } from "node:path";
import { signal } from "./processes.ts";

const PROGRAM = "/usr/bin/etcd";

export interface Etcd {
  /** Where clients reach it: host and port. */
  readonly address: string;
  /** Starts it, or restarts it with its data. */
  start(): void;
  signal(name: NodeJS.Signals): void;
}

export interface EtcdOptions {
  readonly members: number;
  /** Holds each one's data. */
  readonly folder: string;
  readonly port: () => Promise<number>;
  /** Runs a program whose log has that name. */
  readonly run: (name: string, program: string, args: readonly string[]) => ChildProcess;
}

/** Members that know of each other and do not run yet. */
export async function etcdOf({ members, folder, port, run }: EtcdOptions): Promise<readonly Etcd[]> {
  const ports = await Promise.all(
    Array.from({ length: members }, async (_, n) => ({
      name: `etcd${n + 1}`,
      clients: await port(),
      peers: await port(),
    })),
  );
  const all = ports.map(({ name, peers }) => `${name}=http://127.0.0.1:${peers}`).join(",");
  return ports.map(({ name, clients, peers }) => {
    let child: ChildProcess | null = null;
    return {
      address: `127.0.0.1:${clients}`,
      start() {
        child = run(name, PROGRAM, [
          "--enable-v2",
          `--name=${name}`,
          `--data-dir=${join(folder, name)}`,
          `--listen-client-urls=http://127.0.0.1:${clients}`,
          `--advertise-client-urls=http://127.0.0.1:${clients}`,
          `--listen-peer-urls=http://127.0.0.1:${peers}`,
          `--initial-advertise-peer-urls=http://127.0.0.1:${peers}`,
          `--initial-cluster=${all}`,
        ]);
      },
      signal(kind) {
        if (child?.pid !== undefined && child.exitCode === null) signal(child.pid, kind);
      },
    };
  });
}
