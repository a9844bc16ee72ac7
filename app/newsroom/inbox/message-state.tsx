import { Field } from "../../ui/form/field.tsx";
import { StateMark } from "../shell/state-mark.tsx";
import { useKeys } from "../shell/use-keys.ts";
import type { MessageChange, MessageState, StoredMessage } from "./message-rows.ts";
import type { Thread } from "./thread-rows.ts";

/** In the order of the keys 1 to 5. */
const STATES: Readonly<Record<MessageState, string>> = {
  new: "New",
  in_progress: "In progress",
  won: "Won",
  lost: "Lost",
  spam: "Spam",
};

export function MessageStateMark({ state }: { state: MessageState }) {
  return <StateMark kind={state}>{STATES[state]}</StateMark>;
}

type MessageStateProps = {
  message: StoredMessage;
  /** Undefined until they are known. */
  people: Thread["people"] | undefined;
  onChange: (change: MessageChange) => void;
};

export function MessageStateFields({ message: { state, assignee }, people, onChange }: MessageStateProps) {
  const states = Object.entries(STATES) as [MessageState, string][];
  useKeys(Object.fromEntries(states.map(([wanted], n) => [String(n + 1), () => onChange({ state: wanted })])));
  const isUnknown = assignee !== null && !people?.some(({ id }) => id === assignee);
  return (
    <div className="cluster message-state">
      <Field label="State">
        {(control) => (
          <select
            {...control}
            value={state}
            onChange={({ target }) => onChange({ state: target.value as MessageState })}
          >
            {states.map(([value, label]) => (
              <option key={value} value={value}>
                {label}
              </option>
            ))}
          </select>
        )}
      </Field>
      <Field label="Assigned to">
        {(control) => (
          <select
            {...control}
            value={assignee ?? ""}
            onChange={({ target }) => onChange({ assignee: target.value || null })}
          >
            <option value="">Nobody yet</option>
            {isUnknown && <option value={assignee}>Somebody without access</option>}
            {people?.map(({ id, email }) => (
              <option key={id} value={id}>
                {email}
              </option>
            ))}
          </select>
        )}
      </Field>
    </div>
  );
}
