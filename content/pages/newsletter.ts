export const newsletter = {
  heading: "A letter is being written.",
  short: "The letter, soon",
  label: "Email",
  placeholder: "you@company.example",
  action: "Check Address",
  note: "It does not go out yet. Until then this field checks an address and keeps nothing.",
  valid: "The address looks right. Nothing was sent, and nothing was kept.",
  invalid: "This address is not complete. It needs a name, an @ and an ending.",
} as const;
