/** These fields of an entry: loaders leave out the others, which would be in the page's data. */
export const pick = <Whole extends object, Name extends keyof Whole>(whole: Whole, ...names: readonly Name[]) =>
  Object.fromEntries(names.map((name) => [name, whole[name]])) as Pick<Whole, Name>;
