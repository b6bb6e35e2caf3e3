/** The dashboard of the server itself, from what Prometheus reads at `/metrics`. */
import type { Sketch } from "./dashboard.ts";
import { type Shown, stat, timeSeries } from "./panels.ts";

function of(title: string, description: string, unit: string, prometheus: string, legend = title): Shown {
  return { title, description, unit, query: { prometheus, legend } };
}

export const SERVER: Sketch = {
  name: "server",
  title: "server",
  description: "What operators watch: requests, the queue, the database, memory, backups.",
  source: "prometheus",
  panels: [
    stat(
      of(
        "Oldest job",
        "How long the oldest event or message has waited; above 15 minutes is worth a look.",
        "s",
        "max(wakelog_queue_oldest_seconds)",
      ),
    ),
    stat(
      of(
        "Last verified backup",
        "How long ago.",
        "s",
        "time() - max(wakelog_backup_last_success_timestamp_seconds)",
      ),
    ),
    stat(
      of("Faults", "Unexpected failures of the last day.", "none", "sum(increase(wakelog_faults_total[1d]))"),
    ),
    stat(
      of(
        "Database lost",
        "How often within the last day.",
        "none",
        "sum(increase(wakelog_database_lost_total[1d]))",
      ),
    ),
    stat(
      of(
        "Failed backups",
        "Of the last week.",
        "none",
        'sum(increase(wakelog_backup_total{outcome="failed"}[7d]))',
      ),
    ),
    timeSeries(
      of(
        "Requests",
        "A second, by status.",
        "reqps",
        "sum by (status) (rate(wakelog_requests_total[$__rate_interval]))",
        "{{status}}",
      ),
    ),
    timeSeries(
      of(
        "Time of a request",
        "Of the slowest one in a hundred, by what it asks for.",
        "s",
        "histogram_quantile(0.99, sum by (le, route) (rate(wakelog_request_seconds_bucket[$__rate_interval])))",
        "{{route}}",
      ),
    ),
    timeSeries(
      of(
        "Waiting",
        "Events and messages, by queue.",
        "none",
        "sum by (queue) (wakelog_queue_pending)",
        "{{queue}}",
      ),
    ),
    timeSeries(
      of(
        "Jobs",
        "A second, by outcome.",
        "ops",
        "sum by (outcome) (rate(wakelog_jobs_total[$__rate_interval]))",
        "{{outcome}}",
      ),
    ),
    timeSeries(
      of(
        "Connections to the database",
        "By pool.",
        "none",
        'sum by (pool) (wakelog_pool_connections{state="in_use"})',
        "{{pool}}",
      ),
    ),
    timeSeries(
      of(
        "Waiting for a connection",
        "By pool; above 0 for minutes is worth a look.",
        "none",
        "sum by (pool) (wakelog_pool_waiting)",
        "{{pool}}",
      ),
    ),
    timeSeries(of("Memory", "Of each process.", "bytes", "process_resident_memory_bytes", "{{instance}}")),
    timeSeries(
      of(
        "Held up",
        "How long a process was too busy to answer, in one of a hundred moments.",
        "s",
        "nodejs_eventloop_lag_p99_seconds",
        "{{instance}}",
      ),
    ),
  ],
};
