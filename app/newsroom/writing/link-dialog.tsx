import { useState } from "react";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";

type LinkDialogProps = {
  /** The text of the link. */
  text: string;
  /** The current target, if the text is a link already. */
  href?: string | undefined;
  onDone: (href: string) => void;
  onRemove: () => void;
  onClose: () => void;
};

export function LinkDialog({ text, href: currentHref, onDone, onRemove, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState(currentHref ?? "");
  const [error, setError] = useState<string>();

  const finish = () => {
    const href = parseHref(address);
    if (!href) return setError("Please enter an address, such as https://example.com or /work.");
    onDone(href);
  };

  return (
    <Dialog
      title="Link"
      action="Set link"
      other={
        currentHref !== undefined && (
          <button className="button compact outlined" type="button" onClick={onRemove}>
            Remove link
          </button>
        )
      }
      onDone={finish}
      onClose={onClose}
    >
      <TextField
        label="Address"
        inputMode="url"
        hint={
          text
            ? `For “${text.length > 60 ? `${text.slice(0, 60)}…` : text}”.`
            : "The address itself will be the link text."
        }
        value={address}
        error={error}
        onFocus={({ target }) => target.select()}
        onChange={({ target }) => setAddress(target.value)}
      />
    </Dialog>
  );
}

/** A bare domain gets https; schemes that run scripts are rejected. */
function parseHref(typed: string): string | undefined {
  const address = typed.trim();
  if (/^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)\S+$/i.test(address) || address === "/") return address;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : undefined;
}
