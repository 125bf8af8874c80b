import type { SavedProfile, SiteDetails } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call, pathWith } from '../../../api/call.ts';
import { refreshResources } from '../../../api/resource.ts';
import { loadSession } from '../../../api/session.ts';
import { useWork } from '../../../api/work.ts';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { ConfirmInput } from '../../../design/controls/confirm-input.tsx';
import { FileDrop } from '../../../design/controls/file-drop.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { tell } from '../site/attempt.ts';
import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

interface OfSite {
  readonly site: string;
  readonly details: SiteDetails;
}

/** On and off at once; the toast takes it back. */
export function Pause({ site, details }: OfSite) {
  const t = speak(words);
  const isPaused = details.site.status === 'paused';
  const set = (action: 'pause' | 'resume', canUndo: boolean): Promise<void> =>
    tell(async () => {
      await call('POST', `${sitePath(site)}/${action}`);
      await Promise.all([refreshResources(sitePath(site)), loadSession()]);
      const back = action === 'pause' ? 'resume' : 'pause';
      toast({
        text: action === 'pause' ? t.pausedToast : t.resumedToast,
        ...(canUndo ? { onUndo: () => void set(back, false) } : {}),
      });
    });
  return (
    <Card
      title={t.pauseTitle}
      lead={t.pauseText}
      actions={isPaused && <Badge kind="care">{t.pausedNow}</Badge>}
    >
      <div>
        <Button onClick={() => void set(isPaused ? 'resume' : 'pause', true)}>
          {isPaused ? t.resume : t.pause}
        </Button>
      </div>
    </Card>
  );
}

export function Carry({ site, details }: OfSite) {
  const t = speak(words);
  const attempt = useWork();
  const isUnreadable = useSignal(false);
  const path = sitePath(site);
  const bring = async ([file]: readonly File[]) => {
    const content = file === undefined ? undefined : parsed(await file.text());
    isUnreadable.value = content === undefined;
    if (content === undefined) return;
    await attempt.run(async () => {
      const brought = await call<SavedProfile & { questions: number; leads: number }>(
        'POST',
        `${path}/import`,
        { body: content },
      );
      await Promise.all([refreshResources(path), loadSession()]);
      const before = details.version;
      const undo = () =>
        tell(async () => {
          await call('POST', `${path}/profile/versions/${before}/restore`, {
            headers: { 'If-Match': `"${brought.version}"` },
          });
          await Promise.all([refreshResources(path), loadSession()]);
        });
      toast({
        text: t.imported(count(brought.questions), count(brought.leads)),
        ...(before > 0 ? { onUndo: () => void undo() } : {}),
      });
    });
  };
  return (
    <Card title={t.carryTitle} lead={t.carryLead}>
      <div class="row">
        <Button icon="file" href={`${path}/export`} download={`${site}.json`}>
          {t.exportProfile}
        </Button>
        <Button
          icon="file"
          href={pathWith(`${path}/export`, { questions: true, leads: true, versions: true })}
          download={`${site}-all.json`}
        >
          {t.exportAll}
        </Button>
      </div>
      <FileDrop
        label={t.importLabel}
        hint={t.importHint}
        accept="application/json,.json"
        bytesMax={64 * 1024 * 1024}
        onFiles={(files) => void bring(files)}
      />
      {isUnreadable.value && (
        <p class="complaint" role="alert">
          {t.importUnreadable}
        </p>
      )}
      {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
    </Card>
  );
}

export function DeleteSite({ site }: { readonly site: string }) {
  const t = speak(words);
  const attempt = useWork();
  const remove = () =>
    attempt.run(async () => {
      await call('DELETE', sitePath(site));
      toast({ text: t.deleted });
      await loadSession();
      navigate('/sites', { isReplaced: true });
    });
  return (
    <Card title={t.deleteTitle} lead={t.deleteText}>
      <ConfirmInput
        word={site}
        action={t.delete}
        isBusy={attempt.isBusy.value}
        onConfirm={() => void remove()}
      />
      {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
    </Card>
  );
}

function parsed(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    const isOurs =
      typeof value === 'object' &&
      value !== null &&
      'format' in value &&
      value.format === 'baraza-site';
    return isOurs ? value : undefined;
  } catch {
    return undefined;
  }
}
