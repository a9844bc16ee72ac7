import { UserError } from "../backend/index.ts";
import { type Config, readConfig } from "../server/config.ts";
import {
  checkAnswers,
  checkBackups,
  checkDatabase,
  checkDisk,
  checkKeys,
  checkMail,
  checkProcess,
  checkReadiness,
  type Finding,
  localAddress,
  note,
  ok,
  wrong,
} from "../server/doctor/local-checks.ts";
import { checkPublic } from "../server/doctor/public-checks.ts";

const MARKS = { ok: "ok   ", note: "note ", wrong: "WRONG" };

const findings = await examine();
for (const { level, part, says } of findings) console.log(`${MARKS[level]}  ${part.padEnd(10)} ${says}`);
const count = findings.filter(({ level }) => level === "wrong").length;
console.log(count === 0 ? "\nNothing is wrong." : `\n${count} ${count === 1 ? "thing is" : "things are"} wrong.`);
process.exit(count === 0 ? 0 : 1);

async function examine(): Promise<Finding[]> {
  const config = await attempt("settings", async () => readConfig(process.env));
  if (Array.isArray(config)) return config;
  const address = localAddress(config);
  const { isRunning, finding } = await checkProcess(address);
  const checks: Record<string, () => Promise<Finding[]>> = {
    ...(isRunning && {
      readiness: () => checkReadiness(address),
      keys: () => checkKeys(address, config),
      database: () => checkDatabase(config),
    }),
    disk: () => checkDisk(config),
    mail: () => checkMail(config),
    answers: () => checkAnswers(config),
    backups: () => checkBackups(config),
    address: () => checkPublic(config),
  };
  const found = await Promise.all(Object.entries(checks).map(([part, check]) => attempt(part, check)));
  return [ok("settings", "They are valid."), finding, ...found.flat(), ...checkMetrics(config)];
}

function checkMetrics({ metricsToken }: Config): Finding[] {
  return metricsToken ? [] : [note("metrics", "METRICS_TOKEN is not set, so nothing watches this site.")];
}

/** A check that fails is a finding too. */
async function attempt<Result>(part: string, check: () => Promise<Result>): Promise<Result | Finding[]> {
  try {
    return await check();
  } catch (error) {
    if (error instanceof UserError) return [wrong(part, error.message)];
    return [wrong(part, `It cannot be checked: ${error instanceof Error ? error.message : String(error)}.`)];
  }
}
