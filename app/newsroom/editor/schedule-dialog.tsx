import { useState } from "react";
import { TextField } from "../../ui/form/field.tsx";
import { Dialog } from "../shell/dialog.tsx";
import { ownTimeZone } from "../shell/times.ts";

type ScheduleDialogProps = {
  start?: string;
  action?: string;
  onDone: (publishedAt: string) => void;
  onClose: () => void;
};

const HOUR_MS = 3_600_000;

/** Takes a future time in the writer's time zone and returns it as an instant. */
export function ScheduleDialog({ start, action = "Schedule post", onDone, onClose }: ScheduleDialogProps) {
  const [time, setTime] = useState(() => toLocal(start ? new Date(start) : nextMorning()));
  const [error, setError] = useState<string>();

  const finish = () => {
    const chosen = new Date(time);
    if (Number.isNaN(chosen.getTime())) return setError("Please choose a day and a time.");
    if (chosen.getTime() <= Date.now()) return setError("This time has passed. To publish now, use Publish.");
    onDone(chosen.toISOString());
  };

  return (
    <Dialog title="Publish later" action={action} onDone={finish} onClose={onClose}>
      <TextField
        label="Day and time"
        type="datetime-local"
        hint={`In your time zone, ${ownTimeZone()}.`}
        value={time}
        error={error}
        onChange={({ target }) => setTime(target.value)}
      />
    </Dialog>
  );
}

function nextMorning(): Date {
  const morning = new Date(Date.now() + 24 * HOUR_MS);
  morning.setHours(9, 0, 0, 0);
  return morning;
}

/** The value of a datetime-local field: local time without a zone. */
function toLocal(instant: Date): string {
  return new Date(instant.getTime() - instant.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}
