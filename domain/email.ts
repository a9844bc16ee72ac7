/** The error in an address for signing in. The backend checks it again. */
export function emailProblem(email: string): string | undefined {
  if (email === "") return "Please enter your email address.";
  if (/^[^\s@]+@[^\s@.]+(?:\.[^\s@.]+)+$/.test(email)) return undefined;
  return "This address is not complete. It needs a name, an @ and an ending, such as you@company.example.";
}
