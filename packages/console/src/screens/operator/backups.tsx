/** All backups with age, size and verification; takes new ones, also by a schedule, and hands them out. */
import type { BackupList } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client, useResource, useWork } from '../../api/client.ts';
import { Page } from '../../app/page.tsx';
import { Menu } from '../../design/menu.tsx';
import { Badge, Card, Loaded } from '../../design/notes.tsx';
import { put } from '../../design/signals.ts';
import { ago, bytes, moment } from '../../words/figures.ts';
import { RestoreSteps } from './backup-restore.tsx';
import { ScheduleCard } from './backup-schedule.tsx';
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
                        { label: t.restore, icon: 'again', onSelect: put(restored, backup) },
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
          onClose={put(restored, undefined)}
        />
      )}
    </Page>
  );
}

/** Several servers hold backups: only the one with the file can verify it. */
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
