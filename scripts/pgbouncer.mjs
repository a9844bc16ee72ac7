// @ts-check
import { existsSync } from "node:fs";
import { canInstall, fail, installPackages } from "./debian-packages.mjs";

const PGBOUNCER_PATHS = ["/usr/sbin/pgbouncer", "/usr/bin/pgbouncer", "/opt/homebrew/bin/pgbouncer"];
const REMEDY = "Install PgBouncer (on Debian: apt-get install pgbouncer).";

/** Finds PgBouncer, or installs Debian's package as root; the pooler tests are never skipped. */
export function requirePgBouncer() {
  const found = PGBOUNCER_PATHS.find(existsSync);
  if (found) return found;
  if (!canInstall) fail(`The connection pooler tests need PgBouncer. ${REMEDY}`);
  installPackages(["pgbouncer"], REMEDY);
  return PGBOUNCER_PATHS.find(existsSync) ?? fail("PgBouncer was installed, but not where it usually is.");
}
