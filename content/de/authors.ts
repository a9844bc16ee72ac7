import type { jonasWren, maudEllery, petraOkafor } from "../authors.ts";
import type { Words } from "./words.ts";

type English = readonly [typeof maudEllery, typeof jonasWren, typeof petraOkafor];

export const authors = {
  "maud-ellery": {
    bio: "Leiterin Strategie. Gelernte Vermessungsingenieurin, das Maßband hat sie noch immer dabei. Lag 29-mal öffentlich falsch, mit Datum.",
  },
  "jonas-wren": {
    bio: "Frontend-Entwickler. Liest Wasserfalldiagramme wie andere den Sportteil. Zum Ausliefern trägt er Krawatte.",
  },
  "petra-okafor": {
    bio: "Leiterin Gestaltung. Zeichnet mit dem Lineal, redigiert mit der Schere. Hat zweimal die Büropflanzen umgestellt und beide Ergebnisse protokolliert.",
  },
} as const satisfies Words<English>;
