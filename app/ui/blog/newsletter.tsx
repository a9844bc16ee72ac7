import { type FormEvent, type ReactNode, useId, useState } from "react";
import "./newsletter.css";

type NewsletterLabels = {
  readonly heading: string;
  readonly short: string;
  readonly label: string;
  readonly placeholder: string;
  readonly action: string;
  readonly note: string;
  readonly valid: string;
  readonly invalid: string;
};

/** The newsletter as a section of its own, across the page. */
export function Newsletter({ labels }: { labels: NewsletterLabels }) {
  return (
    <section className="newsletter grid" id="newsletter" aria-labelledby="newsletter-title">
      <h2 className="grid-left" id="newsletter-title">
        {labels.heading}
      </h2>
      <div className="grid-right">
        <NewsletterForm labels={labels} label={labels.label} />
      </div>
    </section>
  );
}

type NewsletterFormProps = { labels: NewsletterLabels; label: ReactNode };

/**
 * Checks an address and sends nothing. The field has no name, so that even without scripts the address stays out of
 * every request.
 */
export function NewsletterForm({ labels, label }: NewsletterFormProps) {
  const id = useId();
  const [outcome, setOutcome] = useState<"valid" | "invalid">();

  const answer = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    setOutcome("valid");
  };
  const explain = (event: FormEvent<HTMLInputElement>) => {
    event.preventDefault();
    setOutcome("invalid");
    event.currentTarget.focus();
  };

  return (
    <form className="newsletter-form" action="/blog#newsletter" method="get" onSubmit={answer} data-replay="">
      <div className="field">
        <label htmlFor={id}>{label}</label>
        <div className="inline">
          <input
            id={id}
            type="email"
            autoComplete="email"
            placeholder={labels.placeholder}
            pattern=".+@.+\.[^.]+"
            required
            aria-invalid={outcome === "invalid" || undefined}
            aria-describedby={`${id}-note`}
            onInvalid={explain}
            onInput={() => setOutcome(undefined)}
          />
          <button className="button">{labels.action}</button>
        </div>
      </div>
      <p className={outcome === "invalid" ? "error" : "small"} id={`${id}-note`} role="status">
        {outcome ? labels[outcome] : labels.note}
      </p>
    </form>
  );
}
