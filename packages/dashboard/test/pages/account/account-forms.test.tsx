// @vitest-environment happy-dom
/** The forms to sign in, sign up, register a boat and change a name. */
import { cleanup, screen, waitFor } from "@testing-library/react";
import { Suspense } from "react";
import { describe, expect, test, vi } from "vitest";
import { RegisterForm } from "../../../src/features/boat/register-form.tsx";
import { sentencesBy } from "../../../src/languages/sentences.ts";
import { type Forms, speechWith } from "../../../src/languages/speech.ts";
import { SignInPage } from "../../../src/pages/account/sign-in-page.tsx";
import { SignUpPage } from "../../../src/pages/account/sign-up-page.tsx";
import { ChangeName } from "../../../src/pages/settings/account/change-name.tsx";
import { currentToken, endSession, lastEmail } from "../../../src/session/token.ts";
import { press, render, settle, startEach, type } from "../../render.tsx";
import { answerWith, requestsSent } from "../../service.ts";

startEach();

/** What forms sent, without what pages read. */
const sent = () => requestsSent().filter(({ method }) => method === "POST");
const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const described = (label: string) =>
  (field(label).getAttribute("aria-describedby") ?? "")
    .split(" ")
    .map((id) => document.getElementById(id)?.textContent ?? "")
    .join(" ");

describe("the sign-in form", () => {
  test("sends the address without blanks, keeps the token and goes on", async () => {
    answerWith(() => ({ body: { token: "new token" } }));
    render(<SignInPage />);
    type("E-mail", " eira@example.org ");
    type("Password", "fair winds 7 ");
    await press("Sign in");
    await waitFor(() => expect(currentToken()).toBe("new token"));
    expect(lastEmail()).toBe("eira@example.org");
    expect(sent()).toMatchObject([
      { path: "/rpc/login", body: { email: "eira@example.org", pass: "fair winds 7 " } },
    ]);
  });

  test("opens the sign-up where no account exists, which then offers no sign-in", async () => {
    endSession("signed-out");
    answerWith(() => ({ body: { open: true, first: true } }));
    render(<SignInPage />);
    await waitFor(() => expect(window.location.pathname).toBe("/sign-up"));
    cleanup();
    render(<SignUpPage />);
    expect(await screen.findByText(/the first is yours/)).toBeTruthy();
    expect(screen.queryByText("Sign in")).toBeNull();
  });

  test("offers no sign-up where the operator has closed it", async () => {
    endSession("signed-out");
    answerWith(() => ({ body: { open: false, first: false } }));
    render(<SignInPage />);
    await waitFor(() => expect(screen.queryByText("Create an account")).toBeNull());
    expect(screen.getByText("Forgot the password?")).toBeTruthy();
  });

  test("says at both fields that one of them is wrong, keeps what was typed and the session", async () => {
    answerWith(() => ({ status: 401, body: { message: "Invalid user or password" } }));
    render(<SignInPage />);
    type("E-mail", "eira@example.org");
    type("Password", "not this one");
    await press("Sign in");
    expect((await screen.findByRole("alert")).textContent).toContain("Invalid user or password");
    for (const label of ["E-mail", "Password"]) {
      expect(field(label).getAttribute("aria-invalid")).toBe("true");
      expect(described(label)).toContain("Invalid user or password");
    }
    expect(field("Password").value).toBe("not this one");
    expect(currentToken()).toBe("token");
  });

  test.each([
    [413, "This is more than the server takes at once."],
    [503, "The logbook server is too busy right now."],
    [504, "The logbook server did not answer in time."],
  ])("says in words what a proxy's page with the status %i means", async (status, words) => {
    answerWith(() => ({ status, body: "<h1>No</h1>" }));
    render(<SignInPage />);
    type("E-mail", "eira@example.org");
    type("Password", "fair winds 7");
    await press("Sign in");
    expect((await screen.findByRole("alert")).textContent).toContain(words);
  });

  test("shows and hides the password", async () => {
    render(<SignInPage />);
    expect(field("Password").type).toBe("password");
    await press("Show password");
    expect(field("Password").type).toBe("text");
    await press("Hide password");
    expect(field("Password").type).toBe("password");
  });
});

describe("the form of a new account", () => {
  const fill = () => {
    type("First name", " Aino ");
    type("Last name", "Meri");
    type("E-mail", "aino@example.org");
    type("Password", "fair winds 7");
  };

  test("sends names without blanks and begins a session", async () => {
    answerWith(() => ({ body: { token: "first token" } }));
    render(<SignUpPage />);
    fill();
    await press("Create account");
    await waitFor(() => expect(currentToken()).toBe("first token"));
    expect(sent()[0]?.body).toEqual({
      email: "aino@example.org",
      pass: "fair winds 7",
      firstname: "Aino",
      lastname: "Meri",
    });
  });

  test.each([
    ["email", "E-mail"],
    ["pass", "Password"],
    ["firstname", "First name"],
    ["lastname", "Last name"],
  ])("says a refusal of %s at its field alone", async (argument, label) => {
    answerWith(() => ({ status: 400, body: { message: "Not this one", details: { argument } } }));
    render(<SignUpPage />);
    fill();
    await press("Create account");
    await waitFor(() => expect(described(label)).toContain("Not this one"));
    const invalid = ["First name", "Last name", "E-mail", "Password"].filter(
      (one) => field(one).getAttribute("aria-invalid") === "true",
    );
    expect(invalid).toEqual([label]);
    expect(field("First name").value).toBe(" Aino ");
  });

  test("says above the fields what is about none of them", async () => {
    answerWith(() => ({ status: 429, body: { message: "Too many", hint: "Wait a minute." } }));
    render(<SignUpPage />);
    fill();
    await press("Create account");
    expect((await screen.findByRole("alert")).textContent).toContain("Wait a minute.");
    expect(field("E-mail").getAttribute("aria-invalid")).toBe(null);
  });
});

test("nothing is sent before a form is filled in", async () => {
  render(<SignUpPage />);
  type("First name", " ");
  await press("Create account");
  expect(described("First name")).toBe("Write 1 to 60 characters.");
  expect(described("E-mail")).toBe("Write an e-mail address, such as name@example.org.");
  expect(described("Password")).toContain("Fill this in.");
  expect(document.activeElement).toBe(field("First name"));
  cleanup();
  render(<RegisterForm email="ada@example.org" onToken={vi.fn()} />);
  type("Name of the boat", "Kapla");
  type("MMSI, if it has one", "12345");
  await press("Register boat");
  expect(described("MMSI, if it has one")).toContain("Write the nine digits of an MMSI, or leave it empty.");
  expect(sent()).toEqual([]);
});

test("a boat is registered for the address, with or without an MMSI", async () => {
  answerWith(() => ({ body: { token: "boat token" } }));
  const onToken = vi.fn();
  render(<RegisterForm email="ada@example.org" onToken={onToken} />);
  type("Name of the boat", " Kapla ");
  await press("Register boat");
  await waitFor(() => expect(onToken).toHaveBeenCalledWith({ token: "boat token", news: "registered" }));
  expect(sent()[0]?.body).toEqual({
    vessel_email: "ada@example.org",
    vessel_mmsi: "",
    vessel_name: "Kapla",
  });
});

test("a name is sent once it was changed, and refused at its field", async () => {
  answerWith(() => ({ status: 400, body: { message: "Too short", details: { argument: "firstname" } } }));
  const onChanged = vi.fn();
  render(<ChangeName firstName="Ada" lastName="Meri" onChanged={onChanged} />);
  await press("Save the name");
  expect(sent()).toEqual([]);
  type("First name", " ");
  await press("Save the name");
  expect(described("First name")).toBe("Write 1 to 60 characters.");
  expect(sent()).toEqual([]);
  type("First name", "E");
  await press("Save the name");
  await waitFor(() => expect(described("First name")).toContain("Too short"));
  expect(onChanged).not.toHaveBeenCalled();
  answerWith(() => ({ status: 204 }));
  type("First name", "Eira");
  await press("Save the name");
  await waitFor(() => expect(onChanged).toHaveBeenCalledOnce());
  expect(described("First name")).toBe("");
});

test("a refused form stays while the words of its refusal are fetched", async () => {
  let give: (forms: Forms) => void = () => {};
  const coming = new Promise<Forms>((done) => {
    give = done;
  });
  answerWith(() => ({ status: 400, body: { message: "Not this one", details: { argument: "firstname" } } }));
  const speech = speechWith(
    "de",
    { "Not this one": "Dieser nicht" },
    sentencesBy(() => coming),
  );
  render(
    <Suspense fallback="A skeleton of the page">
      <ChangeName firstName="Ada" lastName="Meri" onChanged={vi.fn()} />
    </Suspense>,
    speech,
  );
  type("First name", "Eira");
  await press("Save the name");
  await waitFor(() => expect(sent()).toHaveLength(1));
  await settle();
  expect(screen.queryByText("A skeleton of the page")).toBeNull();
  expect(field("First name").value).toBe("Eira");
  give({ FORMS: new Set(["Not this one"]), recognized: (id) => ({ id, values: [] }) });
  await waitFor(() => expect(described("First name")).toContain("Dieser nicht"));
  expect(field("First name").value).toBe("Eira");
});
