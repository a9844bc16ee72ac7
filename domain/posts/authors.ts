/** The profiles with these keys, in their order. A key without a profile is left out. */
export function findAuthors<Profile extends { readonly id: string }>(
  profiles: readonly Profile[],
  keys: readonly string[],
): readonly Profile[] {
  return keys.flatMap((key) => profiles.find(({ id }) => id === key) ?? []);
}
