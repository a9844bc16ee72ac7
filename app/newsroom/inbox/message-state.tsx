import { Field } from "../../ui/form/field.tsx";
import { StateMark } from "../shell/state-mark.tsx";
import { useKeys } from "../shell/use-keys.ts";
import type { MessageChange, MessageState, StoredMessage } from "./message-rows.ts";
import type { Thread } from "./thread-rows.ts";
import { useInboxWords } from "./words.ts";

export function MessageStateMark({ state }: { state: MessageState }) {
  return <StateMark kind={state}>{useInboxWords().states[state]}</StateMark>;
}

type MessageStateProps = {
  message: StoredMessage;
  /** Undefined until they are known. */
  people: Thread["people"] | undefined;
  onChange: (change: MessageChange) => void;
};

export function MessageStateFields({ message: { state, assignee }, people, onChange }: MessageStateProps) {
  const words = useInboxWords();
  // In the order of the keys 1 to 5.
  const states = Object.entries(words.states) as [MessageState, string][];
  useKeys(Object.fromEntries(states.map(([wanted], n) => [String(n + 1), () => onChange({ state: wanted })])));
  const isUnknown = assignee !== null && !people?.some(({ id }) => id === assignee);
  return (
    <div className="cluster message-state">
      <Field label={words.state.label}>
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
      <Field label={words.state.assignee}>
        {(control) => (
          <select
            {...control}
            value={assignee ?? ""}
            onChange={({ target }) => onChange({ assignee: target.value || null })}
          >
            <option value="">{words.state.nobody}</option>
            {isUnknown && <option value={assignee}>{words.state.unknown}</option>}
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
