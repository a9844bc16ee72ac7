import { INCOMPLETE_EMAIL } from "../../email.ts";

export const words = {
  email: { missing: "Please enter your email address.", incomplete: INCOMPLETE_EMAIL },
  device: {
    on: (browser: string, system: string) => `${browser} on ${system}`,
    mac: "a Mac",
    unknown: "An unknown device",
  },
  providers: { email: "Email", sso: "Single sign-on" },
} as const;
