/** A user with a boat at a running service, and the logbook as the API shows it, for tests of corrections. */
import { expect } from "vitest";
import { type Answer, client, newSailor, type Sailor } from "./client.ts";
import type { TestService } from "./service.ts";

export interface Skipper {
  readonly sailor: Sailor;
  /** Sends rows as the boat and drains the worker. */
  send(rows: readonly object[]): Promise<void>;
  /** Calls a procedure as the user. */
  call(name: string, body: object): Promise<Answer>;
  /** Rows of a path, as the user. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into rows of every shape and fail loudly where one differs
  rows(path: string): Promise<any>;
  /** Id, start and end of each log, in minutes after a start. */
  logs(start: number): Promise<readonly (readonly [number, number | null, number | null])[]>;
}

interface Log {
  readonly id: number;
  readonly _from_time: string;
  readonly _to_time: string | null;
}

/** Signs up a user and registers a boat. */
export async function newSkipper(
  service: Pick<TestService, "apiUrl" | "drainJobs">,
  boat?: string,
): Promise<Skipper> {
  const api = client(service.apiUrl);
  const sailor = await newSailor(api, boat);
  const rows: Skipper["rows"] = async (path) => {
    const answer = await api.get(path, { token: sailor.userToken });
    expect(answer.status, answer.text).toBe(200);
    return answer.json;
  };
  return {
    sailor,
    rows,
    async send(sent) {
      const answer = await api.post("/metrics", sent, { token: sailor.vesselToken });
      expect(answer.status, answer.text).toBe(201);
      await service.drainJobs();
    },
    call: (name, body) => api.post(`/rpc/${name}`, body, { token: sailor.userToken }),
    async logs(start) {
      const minute = (time: string | null) => (time === null ? null : (Date.parse(time) - start) / 60_000);
      const found: readonly Log[] = await rows("/logbook?select=id,_from_time,_to_time&order=_from_time");
      return found.map((log) => [log.id, minute(log._from_time), minute(log._to_time)]);
    },
  };
}
