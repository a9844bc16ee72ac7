import { useState } from "react";
import { instantOfLocal, localTime } from "../../../domain/time-zone.ts";
import { TextField } from "../../ui/form/field.tsx";
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
export function ScheduleDialog({ start, action = "Schedule post", onDone, onClose }: ScheduleDialogProps) {
  const [time, setTime] = useState(() => (start ? localTime(start, timeZone()) : nextMorning()));
  const [error, setError] = useState<string>();

  const finish = () => {
    const chosen = instantOfLocal(time, timeZone());
    if (Number.isNaN(chosen.getTime())) return setError("Please choose a day and a time.");
    if (chosen.getTime() <= Date.now()) return setError("This time has passed. To publish now, use Publish.");
    onDone(chosen.toISOString());
  };

  return (
    <Dialog title="Publish later" action={action} onDone={finish} onClose={onClose}>
      <TextField
        label="Day and time"
        type="datetime-local"
        hint={`In the site's time zone, ${timeZone().replaceAll("_", " ")}.`}
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
