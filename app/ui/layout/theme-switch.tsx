const themes = [
  { value: "", label: "System" },
  { value: "light", label: "Light" },
  { value: "dark", label: "Dark" },
];

/** Handled by an inline script (server/pages/inline/head-script.ts), so that it works before hydration. */
export function ThemeSwitch() {
  return (
    <fieldset className="theme">
      <legend className="visually-hidden">Color scheme</legend>
      {themes.map(({ value, label }) => (
        <label key={label}>
          <input type="radio" name="theme" value={value} defaultChecked={value === ""} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
