/** All backups with age, size and verification; the page also takes, schedules, verifies and downloads them. */
import type { BackupList, BackupSchedule } from '@baraza/contract';
import { backupsKeptMax } from '@baraza/contract/plain';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, useResource, useWork } from '../../api/client.ts';
import { Page } from '../../app/page.tsx';
import { Button, CopyText } from '../../design/buttons.tsx';
import { FormSheet, Sheet } from '../../design/dialogs.tsx';
import { Field, Switch } from '../../design/fields.tsx';
import { Menu } from '../../design/menu.tsx';
import { Badge, Card, Loaded } from '../../design/notes.tsx';
import { setTo, useFlag } from '../../design/signals.ts';
import { toast } from '../../design/toast.tsx';
import { ago, bytes, count, moment } from '../../words/figures.ts';
import { RowCard } from './rows.tsx';
import { t } from './words.ts';

const pollMs = 700;

export function Backups() {
  const loaded = useResource('operator/backups', (signal) => client.operator.backups({ signal }));
  const work = useWork();
  const restored = useSignal<BackupList['backups'][number]>();
  const start = (request: () => Promise<unknown>) =>
    void work.run(async () => {
      await request();
      await loaded.refresh();
    });
  const found = loaded.data.value;
  const running = found?.running ?? undefined;
  useEffect(() => {
    if (running === undefined) return;
    const timer = setTimeout(() => void loaded.refresh(), pollMs);
    return () => clearTimeout(timer);
  }, [found]);
  const isBusy = work.isBusy.value || running !== undefined;
  const take = () => start(client.operator.takeBackup);
  return (
    <Page
      title={t.backups}
      lead={found && t.backupsLead(found.folder)}
      primary={{ label: t.takeOne, icon: 'backups', isBusy, run: take }}
    >
      <Loaded resource={loaded} work={work} lines={4}>
        {({ backups, failed, schedule }) => (
          <>
            {running !== undefined && (
              <Card>
                <p role="status">
                  <b>{t.running[running.kind]}</b>{' '}
                  <span class="quiet small figures">{t.sofar(bytes(running.bytes))}</span>
                </p>
                <progress class="progress" aria-label={t.running[running.kind]} />
              </Card>
            )}
            {failed !== null && running === undefined && (
              <p class="remedy" role="alert">
                {t.failed(failed.error)}
              </p>
            )}
            <ScheduleCard schedule={schedule} onSaved={loaded.refresh} />
            {(backups.length > 0 || running === undefined) && (
              <RowCard
                rows={backups}
                icon="backups"
                emptyTitle={t.noBackups}
                emptyText={t.noBackupsText}
              >
                {(backup) => (
                  <li key={backup.name} class="with-menu">
                    <div class="grow stack">
                      <p class="row">
                        <b>{moment(backup.takenAt)}</b>
                        <VerifiedBadge verified={backup.verified} />
                      </p>
                      <p class="quiet small">
                        {ago(backup.takenAt)} · {bytes(backup.bytes)}
                      </p>
                      {isSpread(backups) && (
                        <p class="quiet small">{t.liesOn(backup.machine, backup.folder)}</p>
                      )}
                    </div>
                    <Menu
                      label={t.actionsOf(moment(backup.takenAt))}
                      items={[
                        backup.here && {
                          label: t.download,
                          icon: 'file',
                          href: client.operator.backupUrl(backup.name),
                          download: backup.name,
                        },
                        backup.here &&
                          !isBusy && {
                            label: t.verify,
                            icon: 'check',
                            onSelect: () => start(() => client.operator.verifyBackup(backup.name)),
                          },
                        { label: t.restore, icon: 'again', onSelect: setTo(restored, backup) },
                      ]}
                    />
                  </li>
                )}
              </RowCard>
            )}
          </>
        )}
      </Loaded>
      {restored.value !== undefined && found !== undefined && (
        <RestoreSteps
          backup={restored.value}
          restore={found.restore}
          onClose={setTo(restored, undefined)}
        />
      )}
    </Page>
  );
}

/** Whether the backups are on several machines or in several folders; then each is shown with its location. */
function isSpread(backups: BackupList['backups']): boolean {
  return new Set(backups.map(({ machine, folder }) => `${machine} ${folder}`)).size > 1;
}

function VerifiedBadge({ verified }: Pick<BackupList['backups'][number], 'verified'>) {
  if (verified === null) return <Badge>{t.unverified}</Badge>;
  return verified.error === null ? (
    <Badge kind="good">{t.verified(ago(verified.at))}</Badge>
  ) : (
    <Badge kind="alarm">{t.broken(verified.error)}</Badge>
  );
}

/** The steps to restore a backup, with the exact command for this installation. */
function RestoreSteps(props: {
  readonly backup: BackupList['backups'][number];
  readonly restore: BackupList['restore'];
  readonly onClose: () => void;
}) {
  const { backup, restore } = props;
  const others = restore.settings.filter((name) => name !== 'DATABASE_URL');
  return (
    <Sheet title={t.restoreOf(moment(backup.takenAt))} onClose={props.onClose}>
      {backup.here ? (
        <>
          <ol class="restore-steps">
            <li>{t.restoreStop}</li>
            {restore.settings.includes('DATABASE_URL') && <li>{t.restoreEmpty}</li>}
            <li>
              {t.restoreRun(restore.user)}
              <CopyText
                label={t.restoreCommand}
                text={`${restore.command} ${quoted(`${backup.folder}/${backup.name}`)}`}
              />
              {others.length > 0 && (
                <p class="quiet small">{t.restoreSettings(others.join(', '))}</p>
              )}
            </li>
            <li>{t.restoreStart}</li>
          </ol>
          <p class="quiet">{t.restoreKept}</p>
        </>
      ) : (
        <p>{t.restoreThere(backup.machine)}</p>
      )}
      <p class="quiet small">{t.restoreMore}</p>
    </Sheet>
  );
}

/** A path quoted for a shell. */
function quoted(path: string): string {
  return /^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}

/** When backups are taken, and how many are kept. */
function ScheduleCard(props: {
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

// The browser's own field for times follows the language of the browser, often with AM and PM.
const clock = /^([01]?\d|2[0-3])[:.]?([0-5]\d)$/;

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
  const [, hour = '', minute] = clock.exec(time.value.trim()) ?? [];
  const timeError = minute === undefined ? t.scheduleTimeWrong : undefined;
  const isCount = /^[1-9]\d{0,2}$/.test(keep.value) && Number(keep.value) <= backupsKeptMax;
  const keepError = isCount ? undefined : t.scheduleKeepWrong(count(backupsKeptMax));
  const save = async () => {
    isChecked.value = true;
    if (isOn.value && (timeError ?? keepError) !== undefined) return;
    await client.operator.scheduleBackups(
      isOn.value
        ? { time: `${hour.padStart(2, '0')}:${minute}`, timeZone, keep: Number(keep.value) }
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
            value={time}
            inputmode="numeric"
            maxlength={5}
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
