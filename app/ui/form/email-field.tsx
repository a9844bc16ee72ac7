import { useUiWords } from "../words.ts";
import { TextField } from "./field.tsx";

/** The account's address on the sign-in screens, recognised by password managers. */
export function EmailField({ defaultValue, error }: { defaultValue: string | undefined; error: string | undefined }) {
  const { form } = useUiWords();
  return (
    <TextField
      label={form.email}
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      defaultValue={defaultValue}
      error={error}
    />
  );
}
