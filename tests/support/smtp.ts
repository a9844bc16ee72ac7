import { once } from "node:events";
import { SMTPServer } from "smtp-server";

type Smtp = { readonly url: string; readonly close: () => Promise<void> };
type Options = {
  /** A free one unless given. */
  readonly port?: number;
  /** The answer to somebody who lives elsewhere, such as 550; undefined takes the mail. */
  readonly refuse?: (recipient: string) => { readonly responseCode: number; readonly message: string } | undefined;
  /** Unset, nobody has to sign in. */
  readonly password?: string;
  readonly take: (raw: string, recipients: readonly string[]) => void;
};

/** A real mail server on loopback. */
export async function startSmtp({ port = 0, refuse = () => undefined, password, take }: Options): Promise<Smtp> {
  const server = new SMTPServer({
    authOptional: !password,
    allowInsecureAuth: true,
    disabledCommands: password ? ["STARTTLS"] : ["AUTH", "STARTTLS"],
    onAuth({ username, password: given }, _session, answer) {
      if (given === password) answer(null, { user: username });
      else answer(new Error("Wrong password"));
    },
    onRcptTo({ address }, _session, answer) {
      const refusal = refuse(address);
      answer(refusal && Object.assign(new Error(refusal.message), refusal));
    },
    onData(stream, { envelope }, answer) {
      let raw = "";
      stream.on("data", (chunk: Buffer) => (raw += chunk.toString()));
      stream.on("end", () => {
        take(
          raw,
          envelope.rcptTo.map(({ address }) => address),
        );
        answer();
      });
    },
  });
  // Whoever is killed hangs up in the middle of a sentence.
  server.on("error", () => {});
  server.listen(port, "127.0.0.1");
  await once(server.server, "listening");
  const bound = server.server.address();
  return {
    url: `smtp://127.0.0.1:${typeof bound === "object" ? bound?.port : 0}`,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
