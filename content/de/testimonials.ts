import type { testimonials as english } from "../testimonials.ts";
import type { Words } from "./words.ts";

export const testimonials = {
  oakmere: {
    quote: "Sie haben zuerst gemessen. Unser Problem waren ein Formularfeld und sehr viele Meinungen.",
    title: "Leiterin Digitales",
  },
  "tallis-mutual": {
    quote: "Sechs Minuten bis zum Konto. Ich habe zweimal gestoppt, weil ich es beim ersten Mal nicht glauben wollte.",
    title: "Geschäftsführer Betrieb",
  },
  "harrow-lane": {
    quote: "Die Telefone wurden still. Wir haben nachgesehen, ob sie kaputt sind. Waren sie nicht.",
    title: "Ärztliche Leiterin",
  },
} as const satisfies Words<typeof english>;
