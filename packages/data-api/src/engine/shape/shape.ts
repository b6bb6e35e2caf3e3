/**
 * Shapes of requests that differ only in values. Boats and dashboards repeat their requests with other ids and times,
 * and a request's meaning depends only on its shape. Each shape is parsed, planned and turned into SQL once, with
 * blanks for values; each request then only fills the blanks.
 */
import type { Interruptible } from "@wakelog/kit/time/slices.ts";
import { planRequest } from "../plan/plan.ts";
import type { PlanSettings } from "../plan/plan-settings.ts";
import type { Plan } from "../plan/plan-types.ts";
import { type Statements, statementsOf } from "../query/query.ts";
import type { ApiRequest, HttpInput, RequestHead } from "../request/api-request.ts";
import { type QueryShape, queryOf, queryShape, type Value } from "../request/query-shape.ts";
import { canonicalQuery } from "../request/query-string.ts";
import { type RequestConfig, readBody, withRest } from "../request/request.ts";
import type { SchemaCache } from "../schema/schema-cache.ts";
import { type BodyShape, bodyShape } from "./body-shape.ts";
import { type Made, Templates } from "./templates.ts";

/** How requests of one kind of caller are parsed and planned. */
export interface ShapeSettings {
  readonly cache: SchemaCache;
  readonly request: RequestConfig;
  readonly plan: PlanSettings;
  /** @throws ApiError if the request is malformed */
  readonly readHead: (input: HttpInput) => RequestHead;
}

/** The shapes of one schema cache. */
export class Shapes {
  readonly #settings: ShapeSettings;
  readonly #heads = new Templates<RequestHead>({ all: false });
  readonly #canonical = new Templates<string>({ all: true });
  readonly #plans = new Templates<Plan>({ all: false });
  readonly #statements = new Templates<Statements>({ all: true });

  constructor(settings: ShapeSettings) {
    this.#settings = settings;
  }

  /** Parses a request, its body in slices. @throws ApiError if it is malformed */
  *read(input: HttpInput): Interruptible<ReadRequest> {
    const shape = queryShape(input.query);
    const key = keyOf(input, shape.text);
    const { values } = shape;
    const made =
      this.#heads.find(key, values) ??
      this.#heads.learn(key, values, this.#settings.readHead(input), (blanks) =>
        this.#head(input, shape, blanks),
      );
    const canonical =
      this.#canonical.find(key, values) ??
      this.#canonical.learn(key, values, canonicalQuery(input.query), (blanks) =>
        canonicalQuery(queryOf(shape.text, blanks)),
      );
    const { shared } = made;
    const payload = yield* readBody(input, shared, this.#settings.request);
    const request = withRest(shared, input, canonical.own, payload);
    return new ReadRequest(input, shape, key, made, request);
  }

  /** @throws ApiError as {@link planRequest} */
  plan(read: ReadRequest): PlannedRequest {
    const body = bodyShape(read.request.payload);
    const { shape } = read;
    const key = keyWith(read.key, body);
    const values =
      body === null || body.values.length === 0 ? shape.values : [...shape.values, ...body.values];
    const made =
      this.#plans.find(key, values) ??
      this.#plans.learn(key, values, this.#planned(read.own()), (blanks) => this.#plan(read, body, blanks));
    return new PlannedRequest(read, made, () => this.#written(read, body, key, values, made));
  }

  #written(
    read: ReadRequest,
    body: BodyShape | null,
    key: string | null,
    values: readonly Value[],
    made: Made<Plan>,
  ): Statements {
    const known =
      this.#statements.find(key, values) ??
      this.#statements.learn(key, values, this.#statementsOf(made.own), (blanks) =>
        this.#statementsOf(this.#plan(read, body, blanks)),
      );
    return known.own;
  }

  /** Parses the head of a request of this shape with other values. */
  #head(input: HttpInput, { text }: QueryShape, values: readonly Value[]): RequestHead {
    return this.#settings.readHead({ ...input, query: queryOf(text, values) });
  }

  /** Plans a request of this shape with other values. */
  #plan({ request, input, shape }: ReadRequest, body: BodyShape | null, values: readonly Value[]): Plan {
    const payload = body?.with(values.slice(shape.values.length)) ?? null;
    return this.#planned({ ...request, ...this.#head(input, shape, values), payload });
  }

  #planned(request: ApiRequest): Plan {
    return planRequest(request, this.#settings.cache, this.#settings.plan);
  }

  /** @throws Error if the plan runs no statement */
  #statementsOf(plan: Plan): Statements {
    if (plan.kind === "info" || plan.kind === "inspect")
      throw new Error(`there is no statement for ${plan.kind}`);
    const { main, estimate } = statementsOf(plan, this.#settings.plan.maxRows);
    return { main: main.bound(main.values), estimate: estimate?.bound(estimate.values) ?? null };
  }
}

/** The shapes of requests on one schema. For callers without a token, a name may mean a stand-in. */
export interface SchemaShapes {
  readonly cache: SchemaCache;
  readonly ofAnonymous: Shapes;
  readonly ofOthers: Shapes;
}

/** A parsed request. */
export class ReadRequest {
  readonly input: HttpInput;
  readonly shape: QueryShape;
  readonly key: string;
  /** Its conditions and arguments may contain blanks. */
  readonly request: ApiRequest;
  readonly #head: Made<RequestHead>;

  constructor(
    input: HttpInput,
    shape: QueryShape,
    key: string,
    head: Made<RequestHead>,
    request: ApiRequest,
  ) {
    this.input = input;
    this.shape = shape;
    this.key = key;
    this.#head = head;
    this.request = request;
  }

  /** The request with its own values. */
  own(): ApiRequest {
    const { input, request } = this;
    return withRest(this.#head.own, input, request.canonical, request.payload);
  }
}

/** A planned request. */
export class PlannedRequest {
  readonly #read: ReadRequest;
  readonly #plan: Made<Plan>;
  /** The plan's statements, unless a handler runs it. */
  readonly statements: () => Statements;

  constructor(read: ReadRequest, plan: Made<Plan>, statements: () => Statements) {
    this.#read = read;
    this.#plan = plan;
    this.statements = statements;
  }

  /** The parts that all requests of the shape share, with blanks for values. */
  shared(): { readonly request: ApiRequest; readonly plan: Plan } {
    return { request: this.#read.request, plan: this.#plan.shared };
  }

  /** The request and its plan with its own values. */
  own(): { readonly request: ApiRequest; readonly plan: Plan } {
    return { request: this.#read.own(), plan: this.#plan.own };
  }
}

/** The key of a shape with a body; null if the body has no shape. */
function keyWith(key: string, body: BodyShape | null): string | null {
  if (body === null) return null;
  return body.text === "" ? key : `${body.text}\n${key}`;
}

/** Everything except the body that determines a request's meaning, preceded by the lengths of the parts. */
function keyOf({ method, path, headers }: HttpInput, query: string): string {
  const { accept, prefer, range } = headers;
  const profiles = [headers["accept-profile"], headers["content-profile"], headers["content-type"]];
  let lengths = "";
  let all = "";
  for (const part of [method, path, query, accept, prefer, range, ...profiles]) {
    lengths += part === undefined ? "-" : `${part.length} `;
    all += part ?? "";
  }
  return lengths + all;
}
