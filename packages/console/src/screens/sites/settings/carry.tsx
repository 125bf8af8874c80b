import type { SiteExport } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
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
import type { EditorProps } from '../../information/frame/editor.tsx';
import { loadDraft } from '../../information/profile/draft.ts';
import { finish, offerUndo } from '../../information/profile/saving.ts';
import { attempt } from '../site/attempt.ts';
import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

export function Pause({ draft, details }: EditorProps) {
  const t = speak(words);
  const isPaused = details.site.status === 'paused';
  const set = (action: 'pause' | 'resume', canUndo: boolean): Promise<void> =>
    attempt(async () => {
      await client.sites[action](draft.site);
      await Promise.all([loadDraft(draft), loadSession()]);
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

export function Carry({ draft, details }: EditorProps) {
  const t = speak(words);
  const work = useWork();
  const isUnreadable = useSignal(false);
  const exported = `${sitePath(draft.site)}/export`;
  const importFile = async ([file]: readonly File[]) => {
    const content = file === undefined ? undefined : parsed(await file.text());
    isUnreadable.value = content === undefined;
    if (content === undefined) return;
    await work.run(async () => {
      const imported = await client.sites.import(draft.site, content);
      finish(draft, imported, draft.base.peek());
      const { questions, leads } = imported;
      offerUndo(draft, details.version, t.imported(count(questions), count(leads)));
    });
  };
  return (
    <Card title={t.carryTitle} lead={t.carryLead}>
      <div class="row">
        <Button icon="file" href={exported} download={`${draft.site}.json`}>
          {t.exportProfile}
        </Button>
        <Button
          icon="file"
          href={`${exported}?questions=true&leads=true&versions=true`}
          download={`${draft.site}-all.json`}
        >
          {t.exportAll}
        </Button>
      </div>
      <FileDrop
        label={t.importLabel}
        hint={t.importHint}
        accept="application/json,.json"
        bytesMax={64 * 1024 * 1024}
        onFiles={(files) => void importFile(files)}
      />
      {isUnreadable.value && (
        <p class="complaint" role="alert">
          {t.importUnreadable}
        </p>
      )}
      <ErrorNote problem={work.problem.value} />
    </Card>
  );
}

export function DeleteSite({ site }: { readonly site: string }) {
  const t = speak(words);
  const work = useWork();
  const remove = () =>
    work.run(async () => {
      await client.sites.delete(site);
      toast({ text: t.deleted });
      await loadSession();
      navigate('/sites', { isReplaced: true });
    });
  return (
    <Card title={t.deleteTitle} lead={t.deleteText}>
      <ConfirmInput
        word={site}
        action={t.delete}
        isBusy={work.isBusy.value}
        onConfirm={() => void remove()}
      />
      <ErrorNote problem={work.problem.value} />
    </Card>
  );
}

/** An export of a site; undefined for any other file. */
function parsed(text: string): SiteExport | undefined {
  try {
    const value = JSON.parse(text) as Partial<SiteExport> | null;
    return value?.format === 'baraza-site' ? (value as SiteExport) : undefined;
  } catch {
    return undefined;
  }
}
