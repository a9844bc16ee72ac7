import { showFailure, showSuccess } from "../data/save.ts";
import "./recovery-codes.css";

type RecoveryCodesProps = { codes: readonly string[]; siteName: string; email: string; onDone: () => void };

/** Shown once: only hashes are stored, so the codes cannot be displayed again. */
export function RecoveryCodes({ codes, siteName, email, onDone }: RecoveryCodesProps) {
  const text = `Recovery codes of ${email} at ${siteName}\n\n${codes.join("\n")}\n`;

  async function copy() {
    try {
      await navigator.clipboard.writeText(text);
      showSuccess("The codes are copied.");
    } catch {
      // The clipboard is denied, or missing on plain http.
      showFailure("Your browser does not allow copying here. Please download the codes instead.");
    }
  }

  return (
    <>
      <p role="status">
        <b>The authenticator app is on.</b> Keep these ten codes where you can find them without your phone. Each signs
        you in once instead of the app; the app and the other codes keep working. They will not be shown again.
      </p>
      <ul className="codes" aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="actions">
        <button className="link" type="button" onClick={() => void copy()}>
          Copy
        </button>
        <a
          className="link"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`}
          download="recovery-codes.txt"
        >
          Download
        </a>
        <button className="link" type="button" onClick={() => print()}>
          Print
        </button>
      </div>
      <button className="button" type="button" onClick={onDone}>
        I Have Kept Them
      </button>
    </>
  );
}
