/** All backups with age, size and verification; takes new ones. */
import type { BackupList } from '@baraza/contract';
import { useEffect } from 'preact/hooks';
import { client } from '../../api/client.ts';
import { useResource } from '../../api/resource.ts';
import { useWork } from '../../api/work.ts';
import { useCommands } from '../../app/commands.ts';
import { Page } from '../../app/page.tsx';
import { Button } from '../../design/controls/button.tsx';
import { Badge } from '../../design/notes/badge.tsx';
import { Card } from '../../design/notes/card.tsx';
import { EmptyState } from '../../design/notes/empty-state.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { Skeleton } from '../../design/notes/skeleton.tsx';
import { ago, bytes, moment } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';
import './operator.css';

const lookAgainMs = 700;

export function Backups() {
  const t = speak(words);
  const loaded = useResource('operator/backups', (signal) => client.operator.backups({ signal }));
  const { isBusy, problem, run } = useWork();
  const begin = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      await loaded.refresh();
    });
  const take = () => begin(client.operator.takeBackup);
  useCommands(() => [{ id: 'take-backup', title: t.takeOne, icon: 'backups', run: take }]);
  const found = loaded.data.value;
  const running = found?.running ?? undefined;
  useEffect(() => {
    if (running === undefined) return;
    const timer = setTimeout(() => void loaded.refresh(), lookAgainMs);
    return () => clearTimeout(timer);
  }, [found]);
  const trouble = problem.value ?? loaded.problem.value;
  const isWorking = isBusy.value || running !== undefined;
  return (
    <Page
      title={t.backups}
      {...(found === undefined ? {} : { lead: t.backupsLead(found.folder) })}
      actions={
        <Button kind="primary" icon="backups" isBusy={isWorking} onClick={take}>
          {t.takeOne}
        </Button>
      }
    >
      <ErrorNote problem={trouble} onRetry={() => void loaded.refresh()} />
      {found === undefined && trouble === undefined && <Skeleton lines={4} />}
      {running !== undefined && (
        <Card>
          <p role="status">
            <b>{t.running[running.kind]}</b>{' '}
            <span class="quiet small figures">{t.sofar(bytes(running.bytes))}</span>
          </p>
          <progress class="progress" aria-label={t.running[running.kind]} />
        </Card>
      )}
      {found?.failed != null && running === undefined && (
        <p class="remedy" role="alert">
          {t.failed(found.failed.error)}
        </p>
      )}
      {found?.backups.length === 0 && running === undefined && (
        <EmptyState icon="backups" title={t.noBackups} text={t.noBackupsText} />
      )}
      {found !== undefined && found.backups.length > 0 && (
        <Card>
          <ul class="plain-rows">
            {found.backups.map((backup) => (
              <li key={backup.name}>
                <div class="grow stack">
                  <b>{moment(backup.takenAt)}</b>
                  <span class="quiet small">
                    {ago(backup.takenAt)} · {bytes(backup.bytes)}
                  </span>
                  {isSpread(found) && (
                    <span class="quiet small">{t.liesOn(backup.machine, backup.folder)}</span>
                  )}
                </div>
                <VerifiedBadge verified={backup.verified} />
                <Button
                  isDisabled={isWorking}
                  onClick={() => begin(() => client.operator.verifyBackup(backup.name))}
                >
                  {t.verify}
                  <span class="unseen">: {moment(backup.takenAt)}</span>
                </Button>
              </li>
            ))}
          </ul>
        </Card>
      )}
    </Page>
  );
}

/** Several servers hold backups: only the one with the file can verify it. */
function isSpread({ backups }: BackupList): boolean {
  return new Set(backups.map(({ machine, folder }) => `${machine} ${folder}`)).size > 1;
}

function VerifiedBadge({ verified }: Pick<BackupList['backups'][number], 'verified'>) {
  const t = speak(words);
  if (verified === null) return <Badge>{t.unverified}</Badge>;
  return verified.error === null ? (
    <Badge kind="good">{t.verified(ago(verified.at))}</Badge>
  ) : (
    <Badge kind="alarm">{t.broken(verified.error)}</Badge>
  );
}
