/** Runs the data API in its own process, with `wakelog data-api`, for measurements. */
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** A running data API. */
export interface DataApiProcess {
  readonly port: number;
  readonly pid: number;
  stop(): Promise<void>;
}

/**
 * Starts the data API. The flags in `WAKELOG_BENCH_NODE_FLAGS` (e.g. `--cpu-prof`) are passed to node.
 * @param checkout the working copy to run; default: this one
 */
export async function startDataApiProcess(
  settings: Readonly<Record<string, string>>,
  checkout: string = fileURLToPath(new URL("..", import.meta.url)),
): Promise<DataApiProcess> {
  const bin = join(checkout, "packages/server/bin/wakelog");
  if (!existsSync(bin)) throw new Error(`${bin} is missing`);
  const environment: Record<string, string | undefined> = { ...process.env, PGRST_SERVER_PORT: "0" };
  for (const [name, value] of Object.entries(settings)) {
    environment[`PGRST_${name.toUpperCase().replaceAll("-", "_")}`] = value;
  }
  const flags = (process.env.WAKELOG_BENCH_NODE_FLAGS ?? "").split(" ").filter(Boolean);
  const child = spawn(process.execPath, [...flags, bin, "data-api"], {
    env: environment,
    stdio: ["ignore", "pipe", "inherit"],
  });
  const port = await portOf(child);
  const ready = Date.now() + 20_000;
  while ((await statusOf(port)) !== 200) {
    if (Date.now() > ready) throw new Error("the data API did not become ready");
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return {
    port,
    pid: child.pid ?? 0,
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.kill("SIGTERM");
      }),
  };
}

async function statusOf(port: number): Promise<number> {
  const answer = await fetch(`http://127.0.0.1:${port}/`);
  await answer.arrayBuffer();
  return answer.status;
}

function portOf(child: ChildProcess): Promise<number> {
  return new Promise((resolve, reject) => {
    let printed = "";
    child.stdout?.on("data", (data: Buffer) => {
      printed += data.toString();
      const port = /listens at \S+:(\d+)/.exec(printed)?.[1];
      if (port !== undefined) resolve(Number(port));
    });
    child.once("exit", (code) => reject(new Error(`the data API ended with ${code}`)));
  });
}
