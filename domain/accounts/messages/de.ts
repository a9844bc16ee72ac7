import type { AccountWords } from "../words.ts";

export const words: AccountWords = {
  email: {
    missing: "Bitte geben Sie Ihre E-Mail-Adresse ein.",
    incomplete:
      "Diese Adresse ist nicht vollständig. Sie braucht einen Namen, ein @ und eine Endung, etwa sie@firma.example.",
  },
  device: {
    on: (browser, system) => `${browser} (${system})`,
    mac: "Mac",
    unknown: "Unbekanntes Gerät",
  },
  providers: { email: "E-Mail", sso: "Anmeldung über die Firma (SSO)" },
};
