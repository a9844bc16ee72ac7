import { useUiWords } from "../words.ts";

/** Handled by an inline script (server/pages/inline/head-script.ts), so that it works before hydration. */
export function ThemeSwitch() {
  const { theme } = useUiWords();
  const themes = [
    { value: "", label: theme.system },
    { value: "light", label: theme.light },
    { value: "dark", label: theme.dark },
  ];
  return (
    <fieldset className="theme">
      <legend className="visually-hidden">{theme.title}</legend>
      {themes.map(({ value, label }) => (
        <label key={label}>
          <input type="radio" name="theme" value={value} defaultChecked={value === ""} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
