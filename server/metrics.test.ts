import { expect, test } from "vitest";
import { createMetrics } from "./metrics.ts";

test("requests are counted by route and status, and timed in cumulative buckets", async () => {
  const metrics = createMetrics();
  metrics.countRequest("/rest/v1/*", 201, 0.02);
  metrics.countRequest("/rest/v1/*", 201, 0.2);
  metrics.countRequest("/rest/v1/*", 503, 20);
  metrics.countRequest("page", 200);
  metrics.countError();
  const lines = (await metrics.render({ ready: true, database: "ok", mail: "late" })).split("\n");
  expect(lines).toEqual(
    expect.arrayContaining([
      'plumbline_http_requests_total{route="/rest/v1/*",status="201"} 2',
      'plumbline_http_requests_total{route="/rest/v1/*",status="503"} 1',
      'plumbline_http_requests_total{route="page",status="200"} 1',
      'plumbline_http_request_duration_seconds_bucket{route="/rest/v1/*",le="0.025"} 1',
      'plumbline_http_request_duration_seconds_bucket{route="/rest/v1/*",le="0.25"} 2',
      'plumbline_http_request_duration_seconds_bucket{route="/rest/v1/*",le="10"} 2',
      'plumbline_http_request_duration_seconds_bucket{route="/rest/v1/*",le="+Inf"} 3',
      'plumbline_http_request_duration_seconds_count{route="/rest/v1/*"} 3',
      "plumbline_errors_total 1",
      "plumbline_ready 1",
      'plumbline_part_ok{part="database",state="ok"} 1',
      'plumbline_part_ok{part="mail",state="late"} 0',
    ]),
  );
});

test("each line is a comment or a sample in the text format of Prometheus", async () => {
  const metrics = createMetrics();
  metrics.countRequest("file", 304, 0.001);
  metrics.addSource(() => [{ name: "plumbline_size_bytes", type: "gauge", help: "Size.", value: 2e21 }]);
  metrics.addSource(async () => {
    const value = { label: "state", of: { queued: 2, sent: 0.5 } };
    return [{ name: "plumbline_mails", type: "gauge", help: "Mails by state.", value }];
  });
  metrics.addSource(() => Promise.reject(new Error("The database does not answer")));
  const lines = (await metrics.render({ ready: false, database: "migrations behind" })).trimEnd().split("\n");
  const SAMPLE = /^[a-z_][a-z_0-9]*(\{[a-z]+="[^"\\\n]*"(,[a-z]+="[^"\\\n]*")*\})? (\d+(\.\d+)?(e[-+]\d+)?|NaN)$/;
  for (const line of lines) expect(line).toMatch(line.startsWith("#") ? /^# (HELP|TYPE) [a-z_][a-z_0-9]* \S/ : SAMPLE);
  expect(lines).toEqual(expect.arrayContaining(["plumbline_size_bytes 2e+21", 'plumbline_mails{state="queued"} 2']));
});
