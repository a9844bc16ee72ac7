import { useState } from "react";
import { instantOfLocal, localTime } from "../../../domain/time-zone.ts";
import { TextField } from "../../ui/form/field.tsx";
import { useDraftWords } from "../drafts/words.ts";
import { Dialog } from "../shell/dialog.tsx";
import { siteDay, timeZone } from "../shell/times.ts";

type ScheduleDialogProps = {
  start?: string;
  action?: string;
  onDone: (publishedAt: string) => void;
  onClose: () => void;
};

const DAY_MS = 86_400_000;

/** Takes a future time in the site's time zone and returns it as an instant. */
export function ScheduleDialog({ start, action, onDone, onClose }: ScheduleDialogProps) {
  const [time, setTime] = useState(() => (start ? localTime(start, timeZone()) : nextMorning()));
  const [error, setError] = useState<string>();
  const words = useDraftWords().schedule;

  const finish = () => {
    const chosen = instantOfLocal(time, timeZone());
    if (Number.isNaN(chosen.getTime())) return setError(words.missing);
    if (chosen.getTime() <= Date.now()) return setError(words.past);
    onDone(chosen.toISOString());
  };

  return (
    <Dialog title={words.title} action={action ?? words.action} onDone={finish} onClose={onClose}>
      <TextField
        label={words.field}
        type="datetime-local"
        hint={words.zone(timeZone().replaceAll("_", " "))}
        value={time}
        error={error}
        onChange={({ target }) => setTime(target.value)}
      />
    </Dialog>
  );
}

function nextMorning(): string {
  return `${new Date(Date.parse(siteDay()) + DAY_MS).toISOString().slice(0, 10)}T09:00`;
}
