import type { RefObject } from "react";
import type { EditorHandle, TableChange } from "./editor-handle.ts";

export type Place = "table" | "picture" | undefined;
type ContextToolsProps = { place: Place; editor: RefObject<EditorHandle | null>; onEditPicture: () => void };

const TABLE_TOOLS: readonly { change: TableChange; label: string }[] = [
  { change: "addRowAfter", label: "Add row" },
  { change: "addColumnAfter", label: "Add column" },
  { change: "deleteRow", label: "Delete row" },
  { change: "deleteColumn", label: "Delete column" },
  { change: "deleteTable", label: "Delete table" },
];

/** Tools for the table or picture at the cursor. */
export function ContextTools({ place, editor, onEditPicture }: ContextToolsProps) {
  if (!place) return null;
  const label = place === "table" ? "Table" : "Picture";
  return (
    <div className="context-tools" role="group" aria-label={`${label} tools`}>
      {place === "table" ? (
        TABLE_TOOLS.map((tool) => (
          <Tool key={tool.change} label={tool.label} onUse={() => editor.current?.changeTable?.(tool.change)} />
        ))
      ) : (
        <>
          <Tool label="Alt text, caption" onUse={onEditPicture} />
          <Tool label="Remove picture" onUse={() => editor.current?.removePicture?.()} />
        </>
      )}
    </div>
  );
}

function Tool({ label, onUse }: { label: string; onUse: () => void }) {
  return (
    <button
      type="button"
      // Keep the selection in the editor.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onUse}
    >
      {label}
    </button>
  );
}
