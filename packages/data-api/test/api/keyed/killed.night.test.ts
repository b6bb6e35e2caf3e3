/** A service killed while writing: a write retried with its key is done once. */
import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it } from "vitest";
import { newSailor } from "../../../../../test/support/client.ts";
import { installationForTests } from "../../../../../test/support/installation.ts";

const installation = installationForTests({ WAKELOG_RATE_LIMITS: "off", WAKELOG_PARTS: "api" });

/** Milliseconds after a burst of writes began: before, while and after they commit. */
const KILLS = [2, 8, 15, 30, 60];
const BURST = 20;

it("writes each line once, however often the service dies in between", { timeout: 120_000 }, async () => {
  let { service, api } = await installation.start();
  const { userToken: token } = await newSailor(api);
  let lost = 0;
  for (const [burst, delay] of KILLS.entries()) {
    const lines = Array.from({ length: BURST }, (_, n) => ({
      key: randomUUID(),
      text: `Line ${burst} ${n}`,
    }));
    const send = ({ key, text }: { key: string; text: string }) =>
      api.post("/log_entries", { text }, { token, headers: { "Idempotency-Key": key } });
    const sent = lines.map((line) =>
      send(line).then(
        ({ status }) => status === 201,
        () => false,
      ),
    );
    await sleep(delay);
    service.process.kill("SIGKILL");
    await service.ended;
    const answered = await Promise.all(sent);
    ({ service, api } = await installation.start());
    lost += answered.filter((isAnswered) => !isAnswered).length;
    for (const line of lines) expect((await send(line)).status).toBe(201);
  }
  expect(lost).toBeGreaterThan(0);
  const { json } = await api.get("/log_entries?select=text", { token });
  const texts: readonly string[] = json.map(({ text }: { text: string }) => text);
  expect(new Set(texts).size).toBe(KILLS.length * BURST);
  expect(texts).toHaveLength(KILLS.length * BURST);
});
