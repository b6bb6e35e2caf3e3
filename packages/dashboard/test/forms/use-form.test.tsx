// @vitest-environment happy-dom
/** All forms: show errors at the field, send nothing invalid, keep the input. */
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, test, vi } from "vitest";
import * as z from "zod/mini";
import { addressOf, filledIn, nameOf } from "../../src/forms/fields.ts";
import type { Sentence } from "../../src/forms/schema.ts";
import { useForm } from "../../src/forms/use-form.ts";
import { useCommand } from "../../src/queries/use-command.ts";
import { Form } from "../../src/ui/form/form.tsx";
import { TextField } from "../../src/ui/form/text-field.tsx";
import { press, render, startEach, type } from "../render.tsx";

startEach();

const schema = (t: Sentence) => z.object({ name: nameOf(t, 3), email: addressOf(t), secret: filledIn(t) });
type Sent = z.output<ReturnType<typeof schema>>;

const EMPTY = { name: "", email: "", secret: "" };

function Example({
  send,
  initial = EMPTY,
}: {
  readonly send: (sent: Sent) => Promise<void>;
  readonly initial?: typeof EMPTY;
}) {
  const { field, submit, isChanged, reset } = useForm(schema, initial);
  const { run, problem } = useCommand(send);
  const name = field("name");
  const email = field("email");
  return (
    <Form label="Example" onSubmit={submit(run)}>
      <TextField label="Name" {...name} />
      <TextField label="E-mail" {...email} />
      <TextField label="Secret" {...field("secret", problem?.message ?? null)} />
      <button type="button" onClick={() => [name.onText("Kapla"), email.onText("ada@example.org")]}>
        Both
      </button>
      <button type="button" onClick={reset}>
        Reset
      </button>
      <button type="submit">Send</button>
      <output>{isChanged ? "changed" : "as it was"}</output>
    </Form>
  );
}

const field = (label: string) => screen.getByLabelText<HTMLInputElement>(label);
const described = (label: string) =>
  document.getElementById(field(label).getAttribute("aria-describedby") ?? "")?.textContent ?? "";
const announced = () => screen.queryAllByRole("alert").map(({ textContent }) => textContent);

test("says nothing before the user tried to send", () => {
  render(<Example send={vi.fn()} />);
  type("Name", "K");
  expect(announced()).toEqual([]);
});

test("announces each fault at its field, goes to the first and sends nothing until all are put right", async () => {
  const send = vi.fn(async () => {});
  render(<Example send={send} />);
  type("Name", " Kapla ");
  type("E-mail", "ada@example");
  await press("Send");
  expect(announced()).toEqual(["Write an e-mail address, such as name@example.org.", "Fill this in."]);
  expect(described("E-mail")).toBe("Write an e-mail address, such as name@example.org.");
  expect(["Name", "E-mail", "Secret"].map((one) => field(one).getAttribute("aria-invalid"))).toEqual([
    null,
    "true",
    "true",
  ]);
  expect(document.activeElement).toBe(field("E-mail"));
  type("E-mail", " ada@example.org ");
  expect(announced()).toEqual(["Fill this in."]);
  await press("Send");
  expect(send).not.toHaveBeenCalled();
  type("Secret", " kept as it is ");
  await press("Send");
  expect(send).toHaveBeenCalledExactlyOnceWith({
    name: "Kapla",
    email: "ada@example.org",
    secret: " kept as it is ",
  });
  expect(announced()).toEqual([]);
});

test("keeps every value when sending fails, with the reason at the field it is about", async () => {
  const send = vi.fn(() => Promise.reject(new Error("not today")));
  render(<Example send={send} />);
  type("Name", "Kapla");
  type("E-mail", "ada@example.org");
  type("Secret", "fair winds");
  await press("Send");
  await waitFor(() => expect(described("Secret")).not.toBe(""));
  expect(["Name", "E-mail", "Secret"].map((one) => field(one).value)).toEqual([
    "Kapla",
    "ada@example.org",
    "fair winds",
  ]);
});

test("changes one field without another, also at the same moment", () => {
  render(<Example send={vi.fn()} />);
  type("Secret", "typed");
  fireEvent.click(screen.getByRole("button", { name: "Both" }));
  expect(["Name", "E-mail", "Secret"].map((one) => field(one).value)).toEqual([
    "Kapla",
    "ada@example.org",
    "typed",
  ]);
});

test("knows whether anything else would be sent, and follows what it began with where nothing was typed", async () => {
  const initial = { name: "Kapla", email: "ada@example.org", secret: "x" };
  const { rerender } = render(<Example send={vi.fn()} initial={initial} />);
  const state = () => screen.getByRole("status").textContent;
  type("Name", " Kapla ");
  expect(state()).toBe("as it was");
  type("Name", "Kaplat");
  expect(state()).toBe("changed");
  rerender(<Example send={vi.fn()} initial={{ ...initial, email: "eira@example.org" }} />);
  expect([field("Name").value, field("E-mail").value]).toEqual(["Kaplat", "eira@example.org"]);
  await press("Reset");
  expect([field("Name").value, state()]).toEqual(["Kapla", "as it was"]);
});
