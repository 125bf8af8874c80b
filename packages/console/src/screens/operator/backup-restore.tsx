import type { BackupList } from '@baraza/contract';
import { CopyText } from '../../design/buttons.tsx';
import { Sheet } from '../../design/dialogs.tsx';
import { moment } from '../../words/figures.ts';
import { t } from './words.ts';

/** The steps that put a backup back, with the exact command of this installation. */
export function RestoreSteps(props: {
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

/** As a shell reads it. */
function quoted(path: string): string {
  return /^[\w./:@-]+$/.test(path) ? path : `'${path.replaceAll("'", "'\\''")}'`;
}
