/** An owner of a boat at a running service, who adds data. */
import { expect } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { enteringForTests, ROWS } from "../../boat/voyages/corrections/entering.ts";

/** Starts the service for a file's tests; the user exists from each test's first hook on. */
export function ownerForTests() {
  const person = enteringForTests();
  const one = async (path: string) => (await person.skipper.rows(path))[0];
  return {
    person,
    put: (path: string, body: object) =>
      client(person.service.apiUrl).patch(path, body, { token: person.skipper.sailor.userToken }),
    /** The first row of a path. */
    one,
    /** Describes the boat as its plugin does. */
    async describedBoat(): Promise<void> {
      const answer = await client(person.service.apiUrl).post(
        "/metadata",
        { name: "Nerpa", plugin_version: "0.6.0" },
        { token: person.skipper.sailor.vesselToken },
      );
      expect(answer.status, answer.text).toBe(201);
    },
    /** Sails a day; the id of its first log. */
    async sailedLog(): Promise<number> {
      await person.skipper.send(ROWS);
      return (await one("/logbook?select=id&order=_from_time")).id;
    },
  };
}
