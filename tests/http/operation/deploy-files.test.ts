import { execFile } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";

const RULES = fileURLToPath(new URL("../../../deploy/alerts.yml", import.meta.url));
const promtool = (...args: string[]) => promisify(execFile)(process.env.PROMTOOL_PATH ?? "promtool", args);

const PROCESS = 'job="plumbline", instance="a"';
/** For each alert, samples of two hours (one a minute) that raise it, and samples that do not. */
const CASES: Readonly<Record<string, { readonly series: string; readonly bad: string; readonly good: string }>> = {
  PlumblineDown: { series: `up{${PROCESS}}`, bad: "0x120", good: "1x120" },
  PlumblineNotReady: { series: `plumbline_ready{${PROCESS}}`, bad: "0x120", good: "1x120" },
  PlumblineServerErrors: {
    series: `plumbline_http_requests_total{${PROCESS}, route="page", status="503"}`,
    bad: "0+10x120",
    good: "0+0x120",
  },
  PlumblineDiskLow: {
    series: `plumbline_part_ok{${PROCESS}, part="disk", state="low"}`,
    bad: "0x120",
    good: "_x120",
  },
  PlumblineMailLate: { series: `plumbline_mails{${PROCESS}, state="late"}`, bad: "3x120", good: "0x120" },
  PlumblineBackup: {
    series: `plumbline_part_ok{${PROCESS}, part="backup", state="failed"}`,
    bad: "0x120",
    good: "_x120",
  },
  PlumblineDrill: { series: `plumbline_drill_ok{${PROCESS}}`, bad: "0x120", good: "1x120" },
  PlumblineRestarted: { series: `plumbline_restarts_total{${PROCESS}}`, bad: "0x110 1x10", good: "4x120" },
  PlumblineErrors: { series: `plumbline_errors_total{${PROCESS}}`, bad: "0+2x120", good: "0x110 3x10" },
  PlumblineMemory: { series: `process_resident_memory_bytes{${PROCESS}}`, bad: "800000000x120", good: "150000000x120" },
  PlumblineProcessor: { series: `process_cpu_seconds_total{${PROCESS}}`, bad: "0+59x120", good: "0+6x120" },
  PlumblineConnections: { series: `postgres_connections{${PROCESS}}`, bad: "95x120", good: "12x120" },
  PlumblineCertificate: {
    series: `plumbline_certificate_expiry_timestamp_seconds{${PROCESS}}`,
    bad: "900000x120",
    good: "9000000x120",
  },
};
/** What some of the rules compare with. */
const CONTEXT = [
  { series: `plumbline_http_requests_total{${PROCESS}, route="page", status="200"}`, values: "0+20x120" },
  { series: `postgres_max_connections{${PROCESS}}`, values: "100x120" },
];

test("every alert of deploy/alerts.yml is raised by its trouble and not by an ordinary night", async () => {
  expect((await promtool("check", "rules", RULES)).stdout).toContain("SUCCESS");
  const rules = await readFile(RULES, "utf8");
  const names = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = ""]) => name);
  expect(Object.keys(CASES).toSorted()).toEqual(names.toSorted());
  const folder = await mkdtemp(join(tmpdir(), "plumbline-alerts-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, { series, bad, good }] of Object.entries(CASES)) {
    for (const [values, isRaised] of [
      [bad, true],
      [good, false],
    ] as const) {
      // JSON is YAML. An expected alert has to repeat its labels and annotations, so it is found by a query instead.
      const expected = isRaised ? [{ labels: `{alertname="${name}"}`, value: 1 }] : [];
      const query = `sum by (alertname) (ALERTS{alertname="${name}", alertstate="firing"})`;
      const cases = {
        rule_files: [RULES],
        evaluation_interval: "1m",
        tests: [
          {
            interval: "1m",
            input_series: [...CONTEXT, { series, values }],
            promql_expr_test: [{ expr: query, eval_time: "118m", exp_samples: expected }],
          },
        ],
      };
      const file = join(folder, "test.yml");
      await writeFile(file, JSON.stringify(cases));
      await expect(promtool("test", "rules", file), `${name} with ${values}`).resolves.toBeDefined();
    }
  }
});

test("systemd accepts the unit, whose folder for backups may be missing, and starts it again after a failure", async () => {
  const folder = await mkdtemp(join(tmpdir(), "plumbline-unit-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const unit = (await readFile(new URL("../../../deploy/plumbline.service", import.meta.url), "utf8"))
    // Debian's Node may be missing where tests run.
    .replace("/usr/bin/node", "/bin/sh");
  await writeFile(join(folder, "plumbline.service"), unit);
  const analyze = process.env.SYSTEMD_ANALYZE_PATH ?? "systemd-analyze";
  const { stdout, stderr } = await promisify(execFile)(analyze, ["verify", join(folder, "plumbline.service")]);
  expect(stdout + stderr).toBe("");
  expect(unit).toMatch(/^RestartSec=/m);
  expect(unit).toMatch(/^StartLimitBurst=/m);
  expect(unit).toContain("ReadWritePaths=-/var/backups/plumbline");
});
