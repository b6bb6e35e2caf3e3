/** The dashboard shows a refusal under the field that it is about, and finds the field without reading the sentence. */
import { expect, test } from "vitest";
import { newSailor } from "../../../../test/support/client.ts";
import { serviceForTests } from "../../../../test/support/service.ts";
import { argumentIn, type Field, refusedField } from "../../../dashboard/src/api/refused-field.ts";

const service = serviceForTests();
const { api } = service;

const PERSON = { email: "field@example.org", pass: "fair winds 7", firstname: "Aino", lastname: "Meri" };
const SHORT_AND_LONG = ["short", "x".repeat(1025)];
const BAD_NAMES = ["x".repeat(61), "Ai\nno", "see https://example.org"];

/** The field under which the dashboard shows the service's refusal. */
async function shownUnder(path: string, body: object, token?: string): Promise<Field | null> {
  const answer = await api.post(path, body, token === undefined ? {} : { token });
  expect([path, body, answer.status]).toEqual([path, body, expect.toBeOneOf([400, 401, 403, 409])]);
  const { code, details } = answer.json;
  return refusedField({ code, argument: argumentIn(details) });
}

test("of a sign-up or a new password by mail", async () => {
  const taken = await newSailor(api);
  const signup = (more: object) => shownUnder("/rpc/signup", { ...PERSON, ...more });
  for (const name of BAD_NAMES) {
    expect([name, await signup({ firstname: name })]).toEqual([name, "firstName"]);
    expect([name, await signup({ lastname: name })]).toEqual([name, "lastName"]);
  }
  for (const email of ["unknown", "a@b", "Aino <aino@example.org>"]) {
    expect([email, await signup({ email })]).toEqual([email, "email"]);
  }
  expect(await signup({ email: taken.email, pass: "another one 7" })).toEqual("email");
  for (const pass of SHORT_AND_LONG) {
    expect(await signup({ pass })).toEqual("password");
    expect(await shownUnder("/rpc/reset", { pass, token: "1", uuid: "2" })).toEqual("password");
  }
});

test("of changing or deleting the account, or registering a boat", async () => {
  const { email, password: pass, userToken } = await newSailor(api);
  const own = (name: string, body: object) => shownUnder(`/rpc/${name}`, body, userToken);
  for (const name of BAD_NAMES) {
    expect(await own("change_name_fn", { firstname: name, lastname: "Saari" })).toEqual("firstName");
    expect(await own("change_name_fn", { firstname: "Eira", lastname: name })).toEqual("lastName");
  }
  for (const new_pass of SHORT_AND_LONG) {
    expect(await own("change_password_fn", { pass, new_pass })).toEqual("password");
  }
  const wrong = { pass: "not this one", new_pass: "following seas 9" };
  expect(await own("change_password_fn", wrong)).toEqual("ownPassword");
  expect(await own("delete_account_fn", { email: "other@example.org", pass })).toEqual("email");
  expect(await own("delete_account_fn", { email, pass: "not this one" })).toEqual("ownPassword");
  const { token } = (await api.post("/rpc/signup", PERSON)).json;
  const boat = { vessel_email: PERSON.email, vessel_mmsi: "", vessel_name: "T" };
  expect(await shownUnder("/rpc/register_vessel", boat, token)).toEqual("boatName");
  const misnumbered = { ...boat, vessel_name: "Tyrsky", vessel_mmsi: "17" };
  expect(await shownUnder("/rpc/register_vessel", misnumbered, token)).toBeNull();
});

test("of a sign-in: about both fields, and so under neither", async () => {
  const { email } = await newSailor(api);
  expect(await shownUnder("/rpc/login", { email, pass: "not this one" })).toBeNull();
});
