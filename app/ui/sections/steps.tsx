import "./steps.css";

type StepsProps = { steps: readonly { readonly title: string; readonly text: string }[] };

export function Steps({ steps }: StepsProps) {
  return (
    <div className="grid">
      <ol className="steps">
        {steps.map(({ title, text }) => (
          <li key={title}>
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ol>
    </div>
  );
}
