// The addresses that every form, the sign-in service and the settings accept. Refused are letters that become those of
// another address in lower case, such as the Kelvin sign, which becomes a k: check an address before you fold it.
export const EMAIL =
  /^(?!.*[\u0130\u01C5\u01C8\u01CB\u01F2\u03F4\u2126\u212A\u212B])[^\s@"(),:;<>[\\\]\p{Cc}]{1,64}@(?:[\p{L}\p{N}](?:[\p{L}\p{N}-]{0,61}[\p{L}\p{N}])?\.)+[\p{L}\p{N}-]{2,63}$/u;

export const INCOMPLETE_EMAIL =
  "This address is not complete. It needs a name, an @ and an ending, such as you@company.example.";

/** The error in an address for signing in. The backend checks it again. */
export function emailProblem(
  email: string,
  { email: words }: { readonly email: { readonly missing: string; readonly incomplete: string } },
): string | undefined {
  if (email === "") return words.missing;
  return EMAIL.test(email) ? undefined : words.incomplete;
}
