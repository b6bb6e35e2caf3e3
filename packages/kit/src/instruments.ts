/**
 * Prometheus metrics: counters and a histogram updated from observations, and gauges read on request. Labels have few
 * values, never an id, a path or a person.
 * @see https://prometheus.io/docs/practices/naming/
 */
import { AggregatorRegistry, Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from "prom-client";
import type { Observation, Observe } from "./observe.ts";

/** Usage of a pool of database connections. */
export interface PoolUsage {
  readonly inUse: number;
  readonly idle: number;
  /** Callers waiting for a connection. */
  readonly waiting: number;
  /** Most connections. */
  readonly size: number;
}

/** The pending work of a queue. */
export interface QueueBacklog {
  readonly queue: string;
  readonly pending: number;
  /** Age of the oldest entry in seconds; 0 if nothing is pending. */
  readonly oldestSeconds: number;
}

/** The sources of the gauges. */
export interface InstrumentSources {
  /** The pools, by purpose. */
  readonly pools: Readonly<Record<string, () => PoolUsage>>;
  /** The queues; rejects if the database is unreachable. Default: none. */
  readonly queues?: () => Promise<readonly QueueBacklog[]>;
  /** Time of the last verified backup, in milliseconds since 1970; null if there is none. Omitted if absent. */
  readonly lastBackup?: () => Promise<number | null>;
  /** Number of processes that answer requests. Omitted if absent. */
  readonly processes?: () => number;
  /** The {@link Instruments.figures} of the other processes, added to ours. */
  readonly others?: () => Promise<readonly Figures[]>;
}

/** The metrics of one process, as JSON. */
export type Figures = readonly object[];

export interface Instruments {
  readonly observe: Observe;
  /** Adds sources. */
  attach(sources: InstrumentSources): void;
  /** The Content-Type of {@link text}. */
  readonly contentType: string;
  /** All metrics in Prometheus' text exposition format 0.0.4. */
  text(): Promise<string>;
  /** The metrics of this process alone. */
  figures(): Promise<Figures>;
}

/** From a lookup by key to an import of several years. */
const SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30];
const METHODS = new Set(["GET", "HEAD", "POST", "PATCH", "PUT", "DELETE", "OPTIONS"]);
/** Time limit for the queues: an unresponsive database must not delay the other metrics. */
const QUEUES_MS = 2_000;

/** Creates the instruments of one service. */
export function createInstruments(): Instruments {
  const registry = new Registry();
  const sources: InstrumentSources[] = [];
  const observe = observedBy(registry);
  poolGauges(registry, sources);
  queueGauges(registry, sources);
  backupGauge(registry, sources);
  processGauge(registry, sources);
  const everything = Registry.merge([registry, processRegistry()]);
  return {
    observe,
    attach: (more) => void sources.push(more),
    contentType: everything.contentType,
    async text() {
      const others = (await Promise.all(sources.map((one) => one.others?.() ?? []))).flat();
      if (others.length === 0) return everything.metrics();
      return AggregatorRegistry.aggregate([
        await everything.getMetricsAsJSON(),
        ...others.map((one) => [...one]),
      ]).metrics();
    },
    figures: () => everything.getMetricsAsJSON(),
  };
}

function observedBy(registry: Registry): Observe {
  const registers = [registry];
  const requests = new Counter({
    name: "wakelog_requests_total",
    help: "Requests answered by the API",
    labelNames: ["method", "status"],
    registers,
  });
  const seconds = new Histogram({
    name: "wakelog_request_seconds",
    help: "Time from request to answer, seconds",
    labelNames: ["route", "method", "status"],
    buckets: SECONDS,
    registers,
  });
  const jobs = new Counter({
    name: "wakelog_jobs_total",
    help: "Attempts to run a job or send a message, by outcome",
    labelNames: ["channel", "outcome"],
    registers,
  });
  const faults = new Counter({ name: "wakelog_faults_total", help: "Unexpected failures", registers });
  const losses = new Counter({
    name: "wakelog_database_lost_total",
    help: "Times the database became unreachable",
    registers,
  });
  const reads = new Counter({
    name: "wakelog_reads_total",
    help: "Reads by the database that answered them, if there is a replica",
    labelNames: ["place"],
    registers,
  });
  const backups = new Counter({
    name: "wakelog_backup_total",
    help: "Scheduled backups by outcome",
    labelNames: ["outcome"],
    registers,
  });
  for (const outcome of ["done", "failed"]) backups.inc({ outcome }, 0);
  return (o: Observation) => {
    if (o.kind === "answered") {
      const method = METHODS.has(o.method) ? o.method : "other";
      requests.inc({ method, status: o.status });
      const labels = { route: o.route, method, status: `${Math.floor(o.status / 100)}xx` };
      seconds.observe(labels, o.milliseconds / 1000);
    } else if (o.kind === "job-done") jobs.inc({ channel: o.channel, outcome: "done" });
    else if (o.kind === "job-failed") jobs.inc({ channel: o.channel, outcome: "failed" });
    else if (o.kind === "fault") faults.inc();
    else if (o.kind === "database-lost") losses.inc();
    else if (o.kind === "read") reads.inc({ place: o.place });
    else if (o.kind === "backed-up") backups.inc({ outcome: "done" });
    else if (o.kind === "backup-failed") backups.inc({ outcome: "failed" });
  };
}

function poolGauges(registry: Registry, sources: readonly InstrumentSources[]): void {
  const registers = [registry];
  const pools = () => sources.flatMap((one) => Object.entries(one.pools));
  new Gauge({
    name: "wakelog_pool_connections",
    help: "Open database connections",
    labelNames: ["pool", "state"],
    registers,
    collect() {
      for (const [pool, usage] of pools()) {
        const { inUse, idle } = usage();
        this.set({ pool, state: "in_use" }, inUse);
        this.set({ pool, state: "idle" }, idle);
      }
    },
  });
  new Gauge({
    name: "wakelog_pool_waiting",
    help: "Callers waiting for a database connection",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, usage] of pools()) this.set({ pool }, usage().waiting);
    },
  });
  new Gauge({
    name: "wakelog_pool_size",
    help: "Maximum number of database connections",
    labelNames: ["pool"],
    registers,
    collect() {
      for (const [pool, usage] of pools()) this.set({ pool }, usage().size);
    },
  });
}

function processGauge(registry: Registry, sources: readonly InstrumentSources[]): void {
  new Gauge({
    name: "wakelog_processes",
    help: "Processes that answer requests",
    registers: [registry],
    collect() {
      this.set(sources.reduce((sum, { processes }) => sum + (processes?.() ?? 0), 0));
    },
  });
}

function backupGauge(registry: Registry, sources: readonly InstrumentSources[]): void {
  new Gauge({
    name: "wakelog_backup_last_success_timestamp_seconds",
    help: "When the last verified backup was taken, seconds since 1970; missing if there is none",
    registers: [registry],
    async collect() {
      this.reset();
      const times = await Promise.all(sources.map(({ lastBackup }) => lastBackup?.() ?? null));
      const known = times.filter((time) => time !== null);
      if (known.length > 0) this.set(Math.max(...known) / 1000);
      else this.remove();
    },
  });
}

function queueGauges(registry: Registry, sources: readonly InstrumentSources[]): void {
  let reading: Promise<readonly QueueBacklog[]> | null = null;
  // Both gauges are collected at the same time; the database is queried once.
  const backlogs = (): Promise<readonly QueueBacklog[]> => {
    reading ??= Promise.all(sources.map(({ queues }) => (queues === undefined ? [] : inTime(queues()))))
      .then((lists) => lists.flat())
      .finally(() => {
        reading = null;
      });
    return reading;
  };
  const gauge = (name: string, help: string, figure: (backlog: QueueBacklog) => number): Gauge =>
    new Gauge({
      name,
      help: `${help}; missing while the database is unreachable`,
      labelNames: ["queue"],
      registers: [registry],
      async collect() {
        const found = await backlogs();
        this.reset();
        for (const backlog of found) this.set({ queue: backlog.queue }, figure(backlog));
      },
    });
  gauge("wakelog_queue_pending", "Pending jobs and messages, including retries", ({ pending }) => pending);
  gauge(
    "wakelog_queue_oldest_seconds",
    "Age of the oldest pending job or message, seconds",
    ({ oldestSeconds }) => oldestSeconds,
  );
}

/** The backlogs; none if reading them takes too long. */
async function inTime(queues: Promise<readonly QueueBacklog[]>): Promise<readonly QueueBacklog[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<readonly QueueBacklog[]>((done) => {
    timer = setTimeout(() => done([]), QUEUES_MS);
  });
  const read = queues.catch(() => []);
  const first = await Promise.race([read, late]);
  clearTimeout(timer);
  return first;
}

let ofProcess: Registry | null = null;

/** Memory, processor, garbage collection and event loop; shared by all services of the process. */
function processRegistry(): Registry {
  if (ofProcess === null) {
    ofProcess = new Registry();
    collectDefaultMetrics({ register: ofProcess });
  }
  return ofProcess;
}
