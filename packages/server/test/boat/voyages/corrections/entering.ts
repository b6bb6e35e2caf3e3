/** Users of a running service who enter logs and stays by hand, a new one for each test. */
import { beforeEach, expect } from "vitest";
import type { Answer } from "../../../../../../test/support/client.ts";
import { DAY_TRIP, passage } from "../../../../../../test/support/passage.ts";
import { type ServiceForTests, serviceForTests } from "../../../../../../test/support/service.ts";
import { newSkipper, type Skipper } from "../../../../../../test/support/skipper.ts";

/** When the recorded day begins, ms. */
export const START = Date.UTC(2026, 5, 1, 6);
/** The boat's recorded rows. */
export const ROWS = passage(START, DAY_TRIP);
/** A day in minutes. */
export const DAY = 24 * 60;
/** Ends of a log where the boat has never been. */
export const ENDS = { _from_lat: 59.5, _from_lng: 22.5, _to_lat: 59.6, _to_lng: 22.7 };

/** The time this many minutes after {@link START}. */
export const at = (minute: number): string => new Date(START + minute * 60_000).toISOString();

interface Entering {
  readonly service: ServiceForTests;
  readonly skipper: Skipper;
  /** Posts a row, which may be refused. */
  post(path: string, body: object): Promise<Answer>;
  /** Changes a row, which may be refused. */
  patch(path: string, body: object): Promise<Answer>;
  delete(path: string): Promise<Answer>;
  /** Enters a row, lets the jobs run, and gives its id. */
  enter(path: string, body: object): Promise<number>;
  /** Changes a row, and lets the jobs run. */
  change(path: string, body: object): Promise<void>;
}

/** Starts the service for a file's tests; the user exists from each test's first hook on. */
export function enteringForTests(): Entering {
  const service = serviceForTests();
  const { api } = service;
  let skipper: Skipper | null = null;
  beforeEach(async () => {
    skipper = await newSkipper(service);
  });
  const present = (): Skipper => {
    if (skipper === null) throw new Error("the person signs up in each test's first hook");
    return skipper;
  };
  const asUser = () => ({ token: present().sailor.userToken });
  const entering: Entering = {
    service,
    get skipper() {
      return present();
    },
    post: (path, body) => api.post(path, body, { ...asUser(), headers: { Prefer: "return=representation" } }),
    patch: (path, body) => api.patch(path, body, asUser()),
    delete: (path) => api.delete(path, asUser()),
    async enter(path, body) {
      const answer = await entering.post(path, body);
      expect(answer.status, answer.text).toBe(201);
      await service.drainJobs();
      return answer.json[0].id;
    },
    async change(path, body) {
      const answer = await entering.patch(path, body);
      expect(answer.status, answer.text).toBe(204);
      await service.drainJobs();
    },
  };
  return entering;
}
