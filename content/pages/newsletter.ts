export const newsletter = {
  heading: "The letter. Monthly, short, with numbers.",
  short: "The letter, monthly",
  label: "Email",
  placeholder: "you@company.example",
  action: "Check Address",
  note: "No letter goes out yet. We check the address and forget it.",
  valid: "The address looks right. Nothing was sent, and nothing was kept.",
  invalid: "This address is not complete. It needs a name, an @ and an ending.",
} as const;
