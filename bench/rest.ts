/**
 * The service at rest and its start-up time: starts it on a fresh data directory, lets a boat sail for an hour, stops
 * it, starts it again with the boat's next post, waits, and prints times and the memory of every process. Linux only.
 *
 *   npx tsx bench/rest.ts [--wait 90] [--starts 3]
 */
import { rm } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { client, newSailor } from "../test/support/client.ts";
import { memoryAlone, memoryOf } from "./support/memory.ts";
import { descendants } from "./support/peak-memory.ts";
import { type RunningService, runService, temporaryDirectory } from "./support/running-service.ts";

function option(name: string, fallback: number): number {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? fallback : Number(process.argv[at + 1] ?? fallback);
}

/** Rows of a boat under way, one per minute, the last one now. */
function rows(minutes: number): object[] {
  return Array.from({ length: minutes }, (_, n) => ({
    time: new Date(Date.now() - (minutes - 1 - n) * 60_000).toISOString(),
    latitude: 60 + n / 600,
    longitude: 24,
    speedoverground: 6,
    courseovergroundtrue: 0,
    status: "sailing",
    metrics: { "electrical.batteries.House.voltage": 12.6, "environment.water.temperature": 288 },
  }));
}

const post = async ({ apiUrl }: RunningService, token: string, minutes: number): Promise<void> => {
  const answer = await client(apiUrl).post("/metrics?select=time", rows(minutes), { token });
  if (answer.status !== 201) throw new Error(`the boat's post was answered ${answer.status}: ${answer.text}`);
};

const seconds = (ms: number): number => Math.round(ms / 10) / 100;
const round = (megabytes: number): number => Math.round(megabytes * 10) / 10;

const dataDir = await temporaryDirectory();
try {
  const first = await runService(null, null, dataDir);
  const sailor = await newSailor(client(first.apiUrl), "Rest");
  await post(first, sailor.vesselToken, 60);
  await first.stop();

  const again: number[] = [];
  const cpu: number[] = [];
  const note = async (service: RunningService): Promise<void> => {
    again.push(seconds(service.readyMs));
    const spent = await service.cpuTime();
    cpu.push(round((spent?.service ?? 0) + (spent?.database ?? 0)));
  };
  for (let n = 1; n < option("starts", 3); n++) {
    const service = await runService(null, null, dataDir);
    await note(service);
    await service.stop();
  }
  const service = await runService(null, null, dataDir);
  await note(service);
  try {
    await post(service, sailor.vesselToken, 1);
    await sleep(option("wait", 90) * 1000);
    const pids = [service.pid, ...(await descendants(service.pid))];
    const memory = await memoryOf(pids);
    const sum = (pick: "rss" | "pss"): number => round(memory.reduce((all, one) => all + one[pick], 0));
    console.table(
      memory.map(({ name, rss, pss }) => ({ process: name, "RSS MB": round(rss), "PSS MB": round(pss) })),
    );
    const result = {
      firstStartSeconds: seconds(first.readyMs),
      laterStartsSeconds: again.join(" "),
      theirProcessorSeconds: cpu.join(" "),
      processes: memory.length,
      rssMb: sum("rss"),
      pssMb: sum("pss"),
      aloneMb: round(await memoryAlone(pids)),
    };
    console.table([result]);
    console.log(JSON.stringify({ bench: "rest", ...result, memory }));
  } finally {
    await service.stop();
  }
} finally {
  await rm(dataDir, { recursive: true, force: true });
}
