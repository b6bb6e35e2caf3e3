/** The API as a page for people: resources with fields and verbs, procedures with arguments, result and example. */
import {
  type ApiDescription,
  DESCRIBED_ROLES,
  type DescribedField,
  type DescribedProcedure,
  type DescribedResource,
  type DescribedRole,
} from "./api-description.ts";

/** Who a role is. */
const PEOPLE: Readonly<Record<DescribedRole, string>> = {
  anonymous: "visitor",
  user_role: "user",
  vessel_role: "vessel",
};

/** Arguments as an example would send them. */
const SAMPLES: Readonly<Record<string, unknown>> = {
  _id: 12,
  id: 12,
  _type: "public_logs",
  start_log: 12,
  end_log: 15,
  start_date: "2026-06-01",
  end_date: "2026-08-31",
  email: "aino@example.org",
  pass: "fair winds 7",
  firstname: "Aino",
  lastname: "Meri",
  vessel_email: "aino@example.org",
  vessel_mmsi: "230099999",
  vessel_name: "Aava",
  token: "12345678",
  uuid: "0a1b2c3d4e5f",
  user_id: 4711,
  key: "{alerting,enabled}",
  value: true,
  observations: '{"observations": {"seaState": 2}}',
  messenger_obj: { from: { id: 4711 }, chat: { id: 4711, type: "private" } },
  boat: "Aava",
  push_user_key: "u1234567890",
  time_interval: "24",
};

/** Writes the page. */
export function apiDocs({ title, text, resources, procedures }: ApiDescription): string {
  return [
    `# ${title}`,
    "This page is made by `wakelog docs` from the API's description of itself, which `GET /` answers for each role.",
    text,
    `Who asks: a ${PEOPLE.anonymous} sends no token (role \`anonymous\`) and sees what is published, under these names ([public-pages.md](public-pages.md)); a ${PEOPLE.user_role} (\`user_role\`) sends the token of \`login\` or \`signup\`; a ${PEOPLE.vessel_role} (\`vessel_role\`) sends the token of \`register_vessel\`. Tokens travel as \`Authorization: Bearer <token>\`. Everybody sees the rows of the own vessel only.`,
    "Every field filters (`?id=eq.12`), orders (`?order=started.desc`) and can be selected (`?select=id,name`); `limit` and `offset` cut pages, and `Prefer: count=exact` counts.",
    "## Resources",
    table(
      ["Resource", ...DESCRIBED_ROLES.map((role) => capital(PEOPLE[role])), "What it is"],
      resources.map((one) => [
        `[\`/${one.name}\`](#${one.name})`,
        ...DESCRIBED_ROLES.map((role) => (one.methods.get(role) ?? []).map(upper).join(" ")),
        one.description,
      ]),
    ),
    ...resources.map(resourceText),
    "## Procedures",
    "Arguments travel as the JSON object of a POST; procedures that only read are also answered to a GET with the arguments in the query. Arguments in *italics* may be left out.",
    ...procedures.map(procedureText),
    "",
  ].join("\n\n");
}

function resourceText({ name, description, fields }: DescribedResource): string {
  const rows = fields.map((field) => [
    `\`${field.name}\``,
    field.values.length > 0 ? field.values.join(", ") : typeWord(field.format),
    field.required ? "" : "yes",
    field.description,
  ]);
  return [`### ${name}`, description, table(["Field", "Type", "May be null", "Meaning"], rows)].join("\n\n");
}

function procedureText(procedure: DescribedProcedure): string {
  const { name, description, args, roles, reads } = procedure;
  const facts = [
    `- For: ${roles.map((role) => PEOPLE[role]).join(", ")}; by ${reads ? "GET and POST" : "POST"}`,
    `- Arguments: ${args.length === 0 ? "none" : args.map(argumentText).join(", ")}`,
    `- Result: ${resultText(procedure)}`,
  ];
  return [`### ${name}`, description, facts.join("\n"), `\`\`\`http\n${example(name, args)}\n\`\`\``].join(
    "\n\n",
  );
}

function argumentText({ name, format, required }: DescribedField): string {
  return `${required ? `\`${name}\`` : `*${name}*`} (${typeWord(format)})`;
}

function resultText({ outputs, format, isList }: DescribedProcedure): string {
  const one =
    outputs.length === 0
      ? typeWord(format)
      : `\`{${outputs.map(({ name, format: type }) => `"${name}": ${typeWord(type)}`).join(", ")}}\``;
  return isList ? `a list of ${one}` : one;
}

function example(name: string, args: readonly DescribedField[]): string {
  const head = `POST /rpc/${name}`;
  if (args.length === 0) return head;
  const body = Object.fromEntries(args.map((arg) => [arg.name, SAMPLES[arg.name] ?? sampleOf(arg.format)]));
  return `${head}\nContent-Type: application/json\n\n${JSON.stringify(body)}`;
}

function sampleOf(format: string): unknown {
  const word = typeWord(format);
  if (word === "integer" || word === "number") return 12;
  if (word === "time") return "2026-06-01T10:00:00Z";
  if (word === "boolean") return true;
  return word === "JSON" ? {} : word;
}

/** A type in the words of those who read JSON. */
function typeWord(format: string): string {
  if (/^jsonb?$/.test(format)) return "JSON";
  if (/^(smallint|integer|bigint)$/.test(format)) return "integer";
  if (/^(numeric|real|double precision)$/.test(format)) return "number";
  if (format.startsWith("timestamp")) return "time";
  if (format === "interval") return "duration";
  return format.replace(/^(api|public)\./, "");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) =>
    `| ${cells.map((cell) => cell.replaceAll("|", "\\|").replaceAll("\n", " ")).join(" | ")} |`;
  return [line(head), line(head.map(() => "---")), ...rows.map(line)].join("\n");
}

function upper(method: string): string {
  return method.toUpperCase();
}

function capital(word: string): string {
  return word.slice(0, 1).toUpperCase() + word.slice(1);
}
