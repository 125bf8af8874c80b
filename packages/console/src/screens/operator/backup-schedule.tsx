import type { BackupSchedule } from '@baraza/contract';
import { backupsKeptMax } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { Button } from '../../design/buttons.tsx';
import { Field, Switch } from '../../design/fields.tsx';
import { FormSheet } from '../../design/forms.tsx';
import { Card } from '../../design/notes.tsx';
import { useFlag } from '../../design/signals.ts';
import { toast } from '../../design/toast.tsx';
import { count, moment } from '../../words/figures.ts';
import { t } from './words.ts';

/** When backups are taken, and how many stay. */
export function ScheduleCard(props: {
  readonly schedule: BackupSchedule;
  readonly onSaved: () => Promise<void>;
}) {
  const { schedule } = props;
  const editing = useFlag();
  return (
    <Card
      title={t.schedule}
      actions={
        <Button label={schedule === null ? t.setSchedule : t.changeSchedule} onClick={editing.on} />
      }
    >
      {schedule === null ? (
        <p class="quiet">{t.scheduleOff}</p>
      ) : (
        <div class="stack tight">
          <p>{t.scheduleAt(schedule.time, schedule.timeZone)}</p>
          <p class="quiet small">
            {t.scheduleKeeps(count(schedule.keep), moment(schedule.nextAt))}
          </p>
        </div>
      )}
      {editing.isOn && (
        <EditSchedule
          schedule={schedule}
          onSaved={async () => {
            editing.off();
            toast({ text: t.scheduleSaved });
            await props.onSaved();
          }}
          onClose={editing.off}
        />
      )}
    </Card>
  );
}

function EditSchedule(props: {
  readonly schedule: BackupSchedule;
  readonly onSaved: () => Promise<void>;
  readonly onClose: () => void;
}) {
  const isOn = useSignal(true);
  const time = useSignal(props.schedule?.time ?? '02:30');
  const keep = useSignal(String(props.schedule?.keep ?? 14));
  const isChecked = useSignal(false);
  const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const timeError = /^\d\d:\d\d$/.test(time.value) ? undefined : t.scheduleTimeWrong;
  const isCount = /^[1-9]\d{0,2}$/.test(keep.value) && Number(keep.value) <= backupsKeptMax;
  const keepError = isCount ? undefined : t.scheduleKeepWrong(count(backupsKeptMax));
  const save = async () => {
    isChecked.value = true;
    if (isOn.value && (timeError ?? keepError) !== undefined) return;
    await client.operator.scheduleBackups(
      isOn.value
        ? { time: time.value, timeZone, keep: Number(keep.value) }
        : { time: null, timeZone, keep: 1 },
    );
    await props.onSaved();
  };
  return (
    <FormSheet title={t.schedule} action={t.save} onSubmit={save} onClose={props.onClose}>
      <Switch label={t.scheduleOn} isOn={isOn} />
      {isOn.value && (
        <>
          <Field
            label={t.scheduleTime}
            hint={t.scheduleTimeHint(timeZone)}
            type="time"
            value={time}
            error={isChecked.value ? timeError : undefined}
          />
          <Field
            label={t.scheduleKeep}
            value={keep}
            error={isChecked.value ? keepError : undefined}
            inputmode="numeric"
            maxlength={3}
          />
        </>
      )}
    </FormSheet>
  );
}
