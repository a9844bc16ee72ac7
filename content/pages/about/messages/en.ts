export const words = {
  alt: "A mobile in balance: a red ball, a dark one and a pale blue cube hang from brass rods.",
  profile: (name: string, network: string) => `${name} on ${network}`,
} as const;
