import type { EditorMode } from "./use-editor-mode.tsx";

type ContentHeadProps = { id: string; mode: EditorMode; onChoose: (mode: EditorMode) => void };

const modes = [
  { mode: "html", label: "HTML" },
  { mode: "visual", label: "Visual" },
] as const;

/** The label of the content field and the switch between HTML and visual mode. */
export function ContentHead({ id, mode: chosen, onChoose }: ContentHeadProps) {
  return (
    <div className="content-head">
      <label htmlFor={id} id={`${id}-label`}>
        Content
      </label>
      <div className="content-modes" role="group" aria-label="Way of writing">
        {modes.map(({ mode, label }) => (
          <button key={mode} type="button" aria-pressed={mode === chosen} onClick={() => onChoose(mode)}>
            {label}
          </button>
        ))}
      </div>
    </div>
  );
}
