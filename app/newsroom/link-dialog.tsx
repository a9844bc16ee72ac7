import { useState } from "react";
import { TextField } from "../ui/field.tsx";
import { Dialog } from "./dialog.tsx";

type LinkDialogProps = { text: string; onDone: (href: string) => void; onClose: () => void };

export function LinkDialog({ text, onDone, onClose }: LinkDialogProps) {
  const [address, setAddress] = useState("");
  const [error, setError] = useState<string>();

  const finish = () => {
    const href = readAddress(address);
    if (!href) return setError("Please give an address, such as https://example.com or /work.");
    onClose();
    onDone(href);
  };

  return (
    <Dialog title="Link" action="Set link" onDone={finish} onClose={onClose}>
      <TextField
        label="Address"
        inputMode="url"
        hint={
          text ? `For “${text.length > 60 ? `${text.slice(0, 60)}…` : text}”.` : "The address stands as its own text."
        }
        value={address}
        error={error}
        onChange={({ target }) => setAddress(target.value)}
      />
    </Dialog>
  );
}

/** A bare domain is meant as https; what could run something is no address. */
function readAddress(typed: string): string | undefined {
  const address = typed.trim();
  if (/^(https?:\/\/|mailto:|tel:|\/(?!\/)|#)\S+$/i.test(address) || address === "/") return address;
  return /^[\w-]+(\.[\w-]+)+([/?#]\S*)?$/.test(address) ? `https://${address}` : undefined;
}
