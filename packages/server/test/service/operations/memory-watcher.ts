/**
 * Watches the total unshared memory of a process's children: `memory-watcher.ts PID`. Prints the maximum when its
 * input ends.
 */
import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";

const parent = process.argv[2] ?? "";
let isOver = false;
process.stdin.on("end", () => {
  isOver = true;
});
process.stdin.resume();

function statusOf(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/status`, "utf8");
  } catch {
    return "";
  }
}

let most = 0;
while (!isOver) {
  let sum = 0;
  for (const pid of readdirSync("/proc")) {
    if (!/^\d+$/.test(pid)) continue;
    const status = statusOf(pid);
    if (status.includes(`PPid:\t${parent}\n`)) sum += Number(/RssAnon:\s+(\d+)/.exec(status)?.[1] ?? 0);
  }
  most = Math.max(most, sum);
  await sleep(5);
}
process.stdout.write(String(Math.round(most / 1024)));
