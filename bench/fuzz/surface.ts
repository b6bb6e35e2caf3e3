/** The relations and procedures that the service describes to an operator, and hidden names. */
import { z } from "zod";

/** A column or an argument. */
export interface Field {
  readonly name: string;
  /** PostgreSQL's type name. */
  readonly type: string;
}

/** A table, view or procedure with its columns or arguments. */
export interface Door {
  readonly name: string;
  readonly fields: readonly Field[];
}

export interface Surface {
  readonly relations: readonly Door[];
  readonly procedures: readonly Door[];
  /** Existing names that must be unreachable. */
  readonly hidden: readonly string[];
}

const property = z.looseObject({ format: z.string().optional(), type: z.string().optional() });
const properties = z.record(z.string(), property).optional();
const description = z.looseObject({
  definitions: z.record(z.string(), z.looseObject({ properties })),
  paths: z.record(
    z.string(),
    z.looseObject({
      post: z
        .looseObject({
          parameters: z
            .array(
              z.looseObject({ schema: z.looseObject({ properties }).optional(), in: z.string().optional() }),
            )
            .optional(),
        })
        .optional(),
    }),
  ),
});

const HIDDEN = [
  ...[
    "accounts",
    "vessels",
    "memberships",
    "events",
    "one_time_codes",
    "attempts",
    "metrics_rejected",
    "edits",
  ],
  ...[
    "gaps",
    "logs_mat",
    "known_networks",
    "outbox",
    "pg_class",
    "pg_stats",
    "pg_authid",
    "pg_sleep",
    "app.accounts",
  ],
  ...[
    "rpc/pg_sleep",
    "rpc/enqueue",
    "rpc/current_vessel",
    "rpc/pg_read_file",
    "rpc/set_config",
    "rpc/version",
  ],
] as const;

function fieldsOf(found: z.infer<typeof properties>): readonly Field[] {
  return Object.entries(found ?? {}).map(([name, { format, type }]) => ({
    name,
    type: format ?? type ?? "text",
  }));
}

/** Reads the description as an operator. @param operatorToken a token of `admin_role` */
export async function readSurface(apiUrl: string, operatorToken: string): Promise<Surface> {
  const answer = await fetch(`${apiUrl}/`, {
    headers: { Authorization: `Bearer ${operatorToken}`, Accept: "application/openapi+json" },
  });
  const { definitions, paths } = description.parse(await answer.json());
  const procedures = Object.entries(paths).flatMap(([path, { post }]) => {
    if (!path.startsWith("/rpc/")) return [];
    const body = post?.parameters?.find((parameter) => parameter.in === "body");
    return [{ name: path.slice("/rpc/".length), fields: fieldsOf(body?.schema?.properties) }];
  });
  const relations = Object.entries(definitions).map(([name, definition]) => ({
    name,
    fields: fieldsOf(definition.properties),
  }));
  return { relations: relations.filter(({ fields }) => fields.length > 0), procedures, hidden: HIDDEN };
}
