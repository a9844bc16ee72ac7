import "./steps.css";

export function Steps({ steps }: { steps: readonly { readonly title: string; readonly text: string }[] }) {
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
