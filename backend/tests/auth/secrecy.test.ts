import { afterAll, beforeAll, expect, test } from "vitest";
import {
  createPerson,
  createAuthFixture,
  newEmail,
  PASSWORD,
  signIn,
  type AuthFixture,
} from "../../../tests/fixtures/auth/auth.ts";

/** As in production, because these tests also compare timing. */
const MIN_RESPONSE_MS = 300;
const ROUNDS = 12;
const MAX_ROUNDS = 60;
const MAX_RATIO = 1.5;

let fixture: AuthFixture;
beforeAll(async () => {
  fixture = await createAuthFixture({ minResponseMs: MIN_RESPONSE_MS });
});
afterAll(() => fixture.close());

test("signing up with a taken address gets the same response as with a new one, and its owner is notified", async () => {
  const { email, id } = await createPerson(fixture);
  const fresh = newEmail();
  const data = { zeta: 1, name: "Ada", a: { b: [1, "x"] } };
  const [taken, free] = [await signUp(email, data), await signUp(fresh, data)];
  expect(taken.status).toBe(free.status);
  expect([...taken.headers.keys()]).toEqual([...free.headers.keys()]);
  const [takenText, freeText] = [await taken.text(), await free.text()];
  expect(shapeOf(takenText, email)).toBe(shapeOf(freeText, fresh));
  expect(takenText).not.toContain(id);

  expect(fixture.mailTo(email).mail.kind).toBe("auth-account-exists");
  expect(fixture.mailTo(email).mail.text).not.toContain("token_hash");
  await signIn(fixture, email);
  expect(await fixture.sql`select id from auth.users where email = ${email}`).toEqual([{ id }]);
});

test("signing up twice gives two different ids, whether the address is pending or taken", async () => {
  const { email } = await createPerson(fixture);
  const pending = newEmail();
  for (const address of [email, pending]) {
    const first = (await (await signUp(address)).json()) as { id: string; created_at: string };
    fixture.advance(61_000);
    const second = (await (await signUp(address)).json()) as { id: string; created_at: string };
    expect(second.id).not.toBe(first.id);
    expect(second.created_at > first.created_at).toBe(true);
  }
  expect(await fixture.sql`select id from auth.users where email = ${pending}`).toHaveLength(1);
});

test("signing up and then in gets the same response, whether or not the address was taken", async () => {
  const { email } = await createPerson(fixture);
  const unconfirmed = await fixture.service.auth.admin.createUser({ email: newEmail(), password: "of an admin 1" });
  const chosen = "chosen by a stranger";
  for (const address of [email, newEmail(), unconfirmed.data.user?.email ?? ""]) {
    await signUp(address, {}, chosen);
    for (const password of [chosen, "of an admin 1"]) {
      const response = await post("/token?grant_type=password", { email: address, password });
      expect(response.status).toBe(400);
      expect(await response.json()).toEqual({
        code: 400,
        error_code: "invalid_credentials",
        msg: "Invalid login credentials",
      });
    }
  }
});

test("recover, otp and resend respond alike with and without an account", async () => {
  const { email } = await createPerson(fixture);
  for (const address of [email, newEmail()]) {
    for (const [path, body] of [
      ["/recover", { email: address }],
      ["/otp", { email: address, create_user: false }],
      ["/resend", { email: address, type: "signup" }],
      ["/resend", { email: address, type: "email_change" }],
    ] as const) {
      const response = await post(path, body);
      expect(response.status, path).toBe(200);
      expect(await response.text()).toBe("{}");
    }
    const unclear = await post("/otp?redirect_to=ada@mail.example", { email: address, create_user: false });
    expect(await unclear.json()).toMatchObject({ error_code: "validation_failed", msg: "redirect_to must be a URL" });
  }
});

test("the limits on mail are the same for addresses with and without an account", async () => {
  const { email } = await createPerson(fixture);
  for (const address of [email, newEmail()]) {
    await post("/recover", { email: address });
    const second = await post("/recover", { email: address });
    expect(second.status).toBe(429);
    expect(Number(second.headers.get("retry-after"))).toBeGreaterThan(50);
  }
});

test("a wrong code gets the same response with and without an account", async () => {
  const { email } = await createPerson(fixture);
  await post("/otp", { email });
  const bodies = await Promise.all(
    [email, newEmail()].map(async (address) =>
      (await post("/verify", { email: address, token: "000000", type: "email" })).text(),
    ),
  );
  expect(bodies[0]).toBe(bodies[1]);
  expect(bodies[0]).toContain("Token has expired or is invalid");
});

test("a wrong password takes as long with an account as without", async () => {
  const people = await Promise.all(Array.from({ length: 3 }, () => createPerson(fixture)));
  const known = people.map(({ email }) => email);
  const unknown = people.map(() => newEmail());
  await compareTimes(known, unknown, (email) => post("/token?grant_type=password", { email, password: "not the one" }));
});

test("a password takes as long with an unconfirmed address as without an account", async () => {
  const pending = Array.from({ length: 3 }, () => newEmail());
  for (const email of pending) await signUp(email);
  const unknown = pending.map(() => newEmail());
  await compareTimes(pending, unknown, (email) => post("/token?grant_type=password", { email, password: PASSWORD }));
});

test("signing up takes as long for a taken address as for a new one", async () => {
  const known = (await Promise.all(Array.from({ length: 3 }, () => createPerson(fixture)))).map(({ email }) => email);
  await compareTimes(known, [], (email) => signUp(email));
});

test("requesting a new password takes as long with an account as without", async () => {
  const known = (await Promise.all(Array.from({ length: 3 }, () => createPerson(fixture)))).map(({ email }) => email);
  await compareTimes(known, [], (email) => post("/recover", { email }));
});

test("a wrong code takes as long with an account that expects one as without", async () => {
  const known = (await Promise.all(Array.from({ length: 6 }, () => createPerson(fixture)))).map(({ email }) => email);
  for (const email of known) await post("/otp", { email });
  await compareTimes(known, [], (email) => post("/verify", { email, token: "000000", type: "email" }));
});

/**
 * Interleaves both cases, so that other load affects them alike. More rounds are added while the medians differ by
 * chance; the difference of a missing hash would remain.
 */
async function compareTimes(
  known: string[],
  unknown: string[],
  send: (email: string) => Promise<Response>,
): Promise<void> {
  const times = { known: [] as number[], unknown: [] as number[] };
  let ratio = Number.NaN;
  do {
    for (let round = 0; round < ROUNDS; round += 1) {
      fixture.advance(61_000);
      times.known.push(await time(known[round % known.length] ?? newEmail()));
      // Without a list of unknown addresses, each round uses a new one.
      times.unknown.push(await time(unknown[round % unknown.length] ?? newEmail()));
    }
    ratio = median(times.known) / median(times.unknown);
  } while (Math.max(ratio, 1 / ratio) > MAX_RATIO && times.known.length < MAX_ROUNDS);
  expect(ratio).toBeLessThan(MAX_RATIO);
  expect(ratio).toBeGreaterThan(1 / MAX_RATIO);

  async function time(email: string): Promise<number> {
    const startedAt = performance.now();
    const response = await send(email);
    const taken = performance.now() - startedAt;
    expect(response.status).not.toBe(429);
    return taken;
  }
}

function median(times: number[]): number {
  return times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? Number.NaN;
}

function signUp(email: string, data: object = {}, password = PASSWORD): Promise<Response> {
  return post("/signup", { email, password, data });
}

function post(path: string, body: object): Promise<Response> {
  return fixture.send(path, { method: "POST", body: JSON.stringify(body) });
}

/** Masks ids, times and the address; key order and precision are compared. */
function shapeOf(text: string, email: string): string {
  return text
    .replaceAll(email, "EMAIL")
    .replaceAll(/[0-9a-f]{8}-[0-9a-f-]{27}/g, "UUID")
    .replaceAll(/\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?/g, "TIME");
}
