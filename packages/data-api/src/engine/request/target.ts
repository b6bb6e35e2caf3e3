/** Maps path and method to target and action. */
import { unsupportedMethod, unsupportedRpcMethod } from "../errors/request-errors.ts";
import type { ReleaseErrors } from "../release/facts.ts";
import type { Action, Target } from "./api-request.ts";
import { decodePercent } from "./query-string.ts";

/** What `/` serves: the API's own description, a database function, or nothing. */
export type Root = "description" | "nothing" | { readonly routine: string };

/** @throws ApiError 404 unless the path is `/`, `/relation` or `/rpc/routine` */
export function parseTarget(
  path: string,
  root: Root,
  errors: Pick<ReleaseErrors, "unknownPath" | "noRoot">,
): Target {
  const [, first = "", second, ...rest] = path.split("/");
  if (rest.length === 0) {
    if (second === undefined) {
      return first === "" ? rootTarget(root, errors) : { kind: "relation", name: decodePercent(first) };
    }
    if (first === "rpc") return { kind: "routine", name: decodePercent(second) };
  }
  throw errors.unknownPath();
}

function rootTarget(root: Root, errors: Pick<ReleaseErrors, "noRoot">): Target {
  if (root === "nothing") throw errors.noRoot();
  return root === "description" ? { kind: "root" } : { kind: "routine", name: root.routine };
}

/** @throws ApiError PGRST101, PGRST117 if the target does not support the method */
export function parseAction(
  method: string,
  target: Target,
  errors: Pick<ReleaseErrors, "rootIsReadOnly">,
): Action {
  if (method === "OPTIONS") return { kind: "info" };
  const isRead = method === "GET" || method === "HEAD";
  if (target.kind === "routine") {
    if (isRead) return { kind: "call", by: "get" };
    if (method === "POST") return { kind: "call", by: "post" };
    throw unsupportedRpcMethod(method);
  }
  if (target.kind === "root") {
    if (isRead) return { kind: "inspect" };
    throw ["POST", "PUT", "PATCH", "DELETE"].includes(method)
      ? errors.rootIsReadOnly(method)
      : unsupportedMethod(method);
  }
  if (isRead) return { kind: "read" };
  switch (method) {
    case "POST":
      return { kind: "create" };
    case "PUT":
      return { kind: "upsert-one" };
    case "PATCH":
      return { kind: "update" };
    case "DELETE":
      return { kind: "delete" };
    default:
      throw unsupportedMethod(method);
  }
}
