/** What the API offers to each role, collected from the roles' OpenAPI documents for our own documents. */

import type { Tx } from "@wakelog/data-api/db/database.ts";
import type { Postgres } from "@wakelog/data-api/db/postgres.ts";
import { sql } from "@wakelog/data-api/db/sql.ts";
import { openApi } from "@wakelog/data-api/engine/openapi/openapi.ts";
import { loadPrivileges } from "@wakelog/data-api/engine/openapi/privileges.ts";
import { loadSchema } from "@wakelog/data-api/engine/schema/load.ts";
import { z } from "zod";

/** The roles of the API, in the order of the documents. */
export const DESCRIBED_ROLES = ["anonymous", "user_role", "vessel_role"] as const;
export type DescribedRole = (typeof DESCRIBED_ROLES)[number];

/** A column or an argument; `format` is PostgreSQL's name for the type. */
export interface DescribedField {
  readonly name: string;
  readonly format: string;
  /** A non-null column, or a required argument. */
  readonly required: boolean;
  readonly description: string;
  /** Allowed values; empty if any. */
  readonly values: readonly string[];
}

export interface DescribedResource {
  readonly name: string;
  readonly description: string;
  readonly fields: readonly DescribedField[];
  /** HTTP methods, in lower case, of the roles that have any. */
  readonly methods: ReadonlyMap<DescribedRole, readonly string[]>;
}

export interface DescribedProcedure {
  readonly name: string;
  readonly description: string;
  readonly args: readonly DescribedField[];
  readonly roles: readonly DescribedRole[];
  /** Whether it only reads, so that GET works as well as POST. */
  readonly reads: boolean;
  /** Whether the response is a list. */
  readonly isList: boolean;
  /** Fields of an object response; empty for a bare value. */
  readonly outputs: readonly { readonly name: string; readonly format: string }[];
  readonly format: string;
}

export interface ApiDescription {
  readonly title: string;
  readonly text: string;
  readonly resources: readonly DescribedResource[];
  readonly procedures: readonly DescribedProcedure[];
}

const property = z.looseObject({
  format: z.string(),
  description: z.string().optional(),
  enum: z.array(z.string()).optional(),
});
const argument = z.looseObject({ format: z.string() });
const parameter = z.looseObject({
  in: z.string().optional(),
  schema: z
    .looseObject({
      properties: z.record(z.string(), argument).optional(),
      required: z.array(z.string()).optional(),
    })
    .optional(),
});
const operation = z.looseObject({
  summary: z.string().optional(),
  parameters: z.array(parameter).optional(),
});
const openApiDocument = z.looseObject({
  info: z.object({ title: z.string(), description: z.string(), version: z.string() }),
  paths: z.record(z.string(), z.record(z.string(), operation)),
  definitions: z.record(
    z.string(),
    z.looseObject({
      description: z.string().optional(),
      required: z.array(z.string()).optional(),
      properties: z.record(z.string(), property),
    }),
  ),
});
type OpenApiDocument = z.infer<typeof openApiDocument>;

const answers = z.array(
  z.object({
    name: z.string(),
    reads: z.boolean(),
    is_list: z.boolean(),
    format: z.string(),
    outputs: z.array(z.object({ name: z.string(), format: z.string() })),
  }),
);

/** Reads the description of a migrated database. */
export async function describeApi(owner: Postgres, requests: Postgres): Promise<ApiDescription> {
  const cache = await owner.transaction((tx) =>
    loadSchema(tx, { schemas: ["api"], extraSearchPath: ["app", "public"] }),
  );
  const documents = new Map<DescribedRole, OpenApiDocument>();
  for (const role of DESCRIBED_ROLES) {
    const privileges = await requests.transaction((tx) => loadPrivileges(tx, ["api"]), { role });
    const made = openApi(cache, privileges, {
      schema: "api",
      version: "",
      host: "localhost",
      port: 3000,
      securityActive: true,
      mode: "follow-privileges",
      writes: "granted",
      mediaFamily: "vnd.backend",
    });
    documents.set(role, openApiDocument.parse(made));
  }
  const info = documents.get("user_role")?.info;
  return {
    title: info?.title ?? "",
    text: info?.description ?? "",
    resources: resourcesOf(documents),
    procedures: proceduresOf(documents, await owner.transaction(answersOf)),
  };
}

/** Results of procedures, which OpenAPI does not contain. */
async function answersOf(tx: Tx): Promise<z.infer<typeof answers>> {
  return answers.parse(
    await tx.query(sql`
      select proname as name, provolatile <> 'v' as reads, proretset as is_list,
        format_type(prorettype, null) as format,
        coalesce((
          select json_agg(json_build_object('name', o.name, 'format', format_type(o.type, null)) order by o.place)
          from unnest(proargnames, proallargtypes, proargmodes) with ordinality o (name, type, mode, place)
          where o.mode in ('o', 't')), '[]') as outputs
      from pg_proc where pronamespace = 'api'::regnamespace order by proname`),
  );
}

/** In the order of the documents. */
const METHODS = ["get", "post", "patch", "delete"];

function resourcesOf(documents: ReadonlyMap<DescribedRole, OpenApiDocument>): readonly DescribedResource[] {
  const found = new Map<string, DescribedResource>();
  for (const { definitions } of documents.values()) {
    for (const [name, { description = "", required = [], properties }] of Object.entries(definitions)) {
      found.set(name, {
        name,
        description,
        fields: Object.entries(properties).map(([field, one]) => ({
          name: field,
          format: isGeography(one.format) ? "jsonb" : one.format,
          required: required.includes(field),
          // Drop the note about keys.
          description: (one.description ?? "").split(/(?<!\n)\n*Note:\n/)[0] ?? "",
          values: one.enum ?? [],
        })),
        methods: new Map(
          [...documents].flatMap(([role, { paths }]): [DescribedRole, readonly string[]][] => {
            const methods = METHODS.filter((method) => paths[`/${name}`]?.[method] !== undefined);
            return methods.length === 0 ? [] : [[role, methods]];
          }),
        ),
      });
    }
  }
  return [...found.values()].sort(byName);
}

function proceduresOf(
  documents: ReadonlyMap<DescribedRole, OpenApiDocument>,
  answered: z.infer<typeof answers>,
): readonly DescribedProcedure[] {
  return answered.flatMap(({ name, is_list: isList, ...answer }) => {
    const path = `/rpc/${name}`;
    const roles = DESCRIBED_ROLES.filter((role) => documents.get(role)?.paths[path] !== undefined);
    const post = roles.map((role) => documents.get(role)?.paths[path]?.post)[0];
    if (post === undefined) return [];
    const schema = post.parameters?.find((one) => one.in === "body")?.schema;
    const args = Object.entries(schema?.properties ?? {}).map(([arg, { format }]) => ({
      name: arg,
      format,
      required: schema?.required?.includes(arg) === true,
      description: "",
      values: [],
    }));
    return [{ name, description: post.summary ?? "", args, roles, isList, ...answer }];
  });
}

/** Geography is JSON in responses, however the database stores it. */
function isGeography(format: string): boolean {
  return /^(\w+\.)?geo(metry|graphy)\b/.test(format);
}

function byName(a: { readonly name: string }, b: { readonly name: string }): number {
  return a.name < b.name ? -1 : 1;
}
