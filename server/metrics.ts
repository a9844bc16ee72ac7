import { monitorEventLoopDelay } from "node:perf_hooks";
import { setTimeout as sleep } from "node:timers/promises";
import type { Readiness } from "./readiness.ts";

export type Metrics = {
  /** Counts a response. `seconds` is undefined for pages from the cache, which are not timed. */
  readonly countRequest: (route: string, status: number, seconds?: number) => void;
  readonly countError: () => void;
  /** Adds numbers that are read when /metrics is; a source that fails or takes too long is left out. */
  readonly addSource: (read: MetricSource) => void;
  /** Adds a counter with one label, which starts at 0 for each outcome. Returns the function that counts. */
  readonly addCounter: <Outcome extends string>(counter: Counter<Outcome>) => (outcome: Outcome) => void;
  /** The text format of Prometheus. */
  readonly render: (readiness: Readiness) => Promise<string>;
};

export type MetricSource = () => Promise<readonly Metric[]> | readonly Metric[];
type Metric = {
  readonly name: string;
  readonly type: "gauge" | "counter";
  readonly help: string;
  /** One number, or one for each value of a label. */
  readonly value: number | { readonly label: string; readonly of: Readonly<Record<string, number>> };
};

export const gauge = (name: string, help: string, value: Metric["value"]): Metric => ({
  name,
  type: "gauge",
  help,
  value,
});
export const counter = (name: string, help: string, value: Metric["value"]): Metric => ({
  ...gauge(name, help, value),
  type: "counter",
});

type Counter<Outcome extends string> = {
  readonly name: string;
  readonly help: string;
  readonly outcomes: readonly Outcome[];
};

type Durations = { readonly buckets: number[]; sum: number; count: number };
type Labels = Readonly<Record<string, string | number>>;

const BUCKETS_S = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10];
const NANOSECONDS = 1e9;
const SOURCE_TIMEOUT_MS = 2_000;
/** Node measures the time between two ticks of a timer, which includes its interval. */
const LOOP_RESOLUTION_MS = 10;

/** Labels are kinds of routes and statuses, never paths, so their number is bounded and they hold no personal data. */
export function createMetrics(): Metrics {
  const requests = new Map<string, Map<number, number>>();
  const durations = new Map<string, Durations>();
  const sources: MetricSource[] = [];
  const loopDelay = monitorEventLoopDelay({ resolution: LOOP_RESOLUTION_MS });
  let errors = 0;
  loopDelay.enable();

  async function readSources(): Promise<readonly Metric[]> {
    const timeout = sleep(SOURCE_TIMEOUT_MS, [], { ref: false });
    const read = await Promise.allSettled(sources.map(async (source) => Promise.race([source(), timeout])));
    return read.flatMap((outcome) => (outcome.status === "fulfilled" ? outcome.value : []));
  }

  function time(route: string, seconds: number): void {
    let entry = durations.get(route);
    if (!entry) durations.set(route, (entry = { buckets: BUCKETS_S.map(() => 0), sum: 0, count: 0 }));
    for (const [index, limit] of BUCKETS_S.entries()) {
      if (seconds <= limit) entry.buckets[index] = (entry.buckets[index] ?? 0) + 1;
    }
    entry.sum += seconds;
    entry.count += 1;
  }

  /** Since the last time it was read, so that a graph shows when the process was busy. */
  function renderLoopDelay(): string[] {
    const lines = [50, 99].flatMap((percent) => {
      const delay = loopDelay.percentile(percent) / NANOSECONDS - LOOP_RESOLUTION_MS / 1_000;
      const help = `${percent === 50 ? "Median" : "99th percentile"} of the event loop's delay since this was last read.`;
      return renderMetric(gauge(`nodejs_eventloop_lag_p${percent}_seconds`, help, Math.max(0, delay)));
    });
    loopDelay.reset();
    return lines;
  }

  return {
    countRequest(route, status, seconds) {
      let statuses = requests.get(route);
      if (!statuses) requests.set(route, (statuses = new Map()));
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
      if (seconds !== undefined) time(route, seconds);
    },
    countError: () => void (errors += 1),
    addSource: (source) => void sources.push(source),
    addCounter({ name, help, outcomes }) {
      const of: Record<string, number> = Object.fromEntries(outcomes.map((outcome) => [outcome, 0]));
      sources.push(() => [counter(name, help, { label: "outcome", of })]);
      return (outcome) => void (of[outcome] = (of[outcome] ?? 0) + 1);
    },
    render: async (readiness) =>
      [
        helpOf("plumbline_http_requests_total", "counter", "Responses by route and status."),
        ...[...requests].flatMap(([route, statuses]) =>
          [...statuses].map(([status, count]) => sample("plumbline_http_requests_total", { route, status }, count)),
        ),
        helpOf("plumbline_http_request_duration_seconds", "histogram", "Time to respond, without cached pages."),
        ...[...durations].flatMap(([route, entry]) => renderDurations(route, entry)),
        ...renderMetric(counter("plumbline_errors_total", "Errors in the log.", errors)),
        ...renderReadiness(readiness),
        ...(await readSources()).flatMap(renderMetric),
        ...renderMetric(gauge("process_resident_memory_bytes", "Memory of this process.", process.memoryUsage.rss())),
        ...renderMetric(counter("process_cpu_seconds_total", "Processor time of this process.", processorSeconds())),
        ...renderMetric(gauge("process_uptime_seconds", "Time since the start.", process.uptime())),
        ...renderLoopDelay(),
        "",
      ].join("\n"),
  };
}

function processorSeconds(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1e6;
}

function renderDurations(route: string, { buckets, sum, count }: Durations): string[] {
  const name = "plumbline_http_request_duration_seconds";
  return [
    ...BUCKETS_S.map((le, index) => sample(`${name}_bucket`, { route, le }, buckets[index] ?? 0)),
    sample(`${name}_bucket`, { route, le: "+Inf" }, count),
    sample(`${name}_sum`, { route }, sum),
    sample(`${name}_count`, { route }, count),
  ];
}

/** One sample per part: 1 if it is in order, otherwise 0, with the word of /readyz as a label. */
function renderReadiness({ ready, ...parts }: Readiness): string[] {
  return [
    ...renderMetric(gauge("plumbline_ready", "Whether /readyz is 200.", Number(ready))),
    ...renderMetric(gauge("plumbline_database_up", "Whether the database answers.", Number(isUp(parts.database)))),
    helpOf("plumbline_part_ok", "gauge", "Whether a part is in order."),
    ...Object.entries(parts).map(([part, state]) =>
      sample("plumbline_part_ok", { part, state }, Number(state === "ok")),
    ),
  ];
}

const isUp = (state: Readiness["database"]) => state !== undefined && state !== "unreachable";

function renderMetric({ name, type, help, value }: Metric): string[] {
  if (typeof value === "number") return [helpOf(name, type, help), sample(name, {}, value)];
  const samples = Object.entries(value.of).map(([key, count]) => sample(name, { [value.label]: key }, count));
  return [helpOf(name, type, help), ...samples];
}

const helpOf = (name: string, type: string, help: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}`;

function sample(name: string, labels: Labels, value: number): string {
  const text = Object.entries(labels).map(([label, content]) => `${label}="${content}"`);
  return `${name}${text.length > 0 ? `{${text.join()}}` : ""} ${value}`;
}
