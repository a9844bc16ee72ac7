export const words = {
  profile: (name: string, network: string) => `${name} on ${network}`,
} as const;
