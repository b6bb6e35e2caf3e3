/** Where the operator takes no more accounts. */
import { expect, it } from "vitest";
import { client } from "../../../../../test/support/client.ts";
import { startService } from "../../../../../test/support/service.ts";

const person = (email: string) => ({ email, pass: "fair winds 7", firstname: "Aino", lastname: "Meri" });

it.each([
  ["first", 1],
  ["off", 0],
  ["on", 3],
])("takes as many as WAKELOG_SIGN_UP=%s says, however many come at once: %i", async (signUp, taken) => {
  const service = await startService({ WAKELOG_SIGN_UP: signUp });
  try {
    const api = client(service.apiUrl);
    const state = async () => (await api.get("/rpc/sign_up_state_fn")).json;
    expect(await state()).toEqual({ open: signUp !== "off", first: true });
    const people = ["a@example.org", "b@example.org", "c@example.org"].map(person);
    const answers = await Promise.all(people.map((one) => api.post("/rpc/signup", one)));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(taken);
    const refused = answers.filter(({ status }) => status !== 200);
    expect(refused.map(({ status, json }) => [status, json.code, json.message])).toEqual(
      refused.map(() => [403, "PT403", "New accounts are closed here"]),
    );
    expect(await state()).toEqual({ open: signUp === "on", first: taken === 0 });
    // Existing users can sign in, either way.
    const [member] = people.filter((_, at) => answers[at]?.status === 200);
    if (member !== undefined) expect((await api.post("/rpc/signup", member)).status).toBe(200);
  } finally {
    await service.stop();
  }
});
