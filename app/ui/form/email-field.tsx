import { TextField } from "./field.tsx";

/** Whose account it is, on the screens for those who are not signed in. */
export function EmailField({ defaultValue, error }: { defaultValue: string | undefined; error: string | undefined }) {
  return (
    <TextField
      label="Email"
      name="email"
      type="email"
      autoComplete="username"
      autoCapitalize="none"
      defaultValue={defaultValue}
      error={error}
    />
  );
}
