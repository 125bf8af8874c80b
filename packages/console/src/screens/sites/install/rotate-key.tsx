import type { QuestionList, RotatedKey, SiteDetails } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { type Resource, useResource } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { useCommands } from '../../../app/commands.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { speak } from '../../../words/language.ts';
import { Loaded } from '../site/loaded.tsx';
import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

export function SiteKey(props: {
  readonly site: string;
  readonly resource: Resource<SiteDetails>;
  readonly siteKey: string;
}) {
  const t = speak(words);
  const { site, resource } = props;
  const isAsking = useSignal(false);
  const attempt = useWork();
  const ask = () => {
    isAsking.value = true;
  };
  const close = () => {
    isAsking.value = false;
  };
  useCommands(() => [{ id: 'rotate key', title: t.rotate, icon: 'keys', run: ask }], [site]);
  const rotate = () =>
    attempt.run(async () => {
      await call<RotatedKey>('POST', `${sitePath(site)}/rotate-key`);
      await resource.refresh();
      close();
      toast({ text: t.rotated });
      scrollTo({ top: 0, behavior: 'smooth' });
    });
  return (
    <Card title={t.keyTitle} lead={t.keyLead}>
      <CopyText label={t.keyTitle} text={props.siteKey} />
      <div>
        <Button icon="again" onClick={ask}>
          {t.rotate}
        </Button>
      </div>
      {isAsking.value && (
        <Dialog
          title={t.rotateTitle}
          onClose={close}
          actions={
            <>
              <Button kind="danger" isBusy={attempt.isBusy.value} onClick={() => void rotate()}>
                {t.rotate}
              </Button>
              <Button onClick={close}>{t.keep}</Button>
            </>
          }
        >
          <div class="stack">
            <p>{t.rotateText}</p>
            <PagesSeen site={site} />
            {attempt.problem.value !== undefined && <ErrorNote problem={attempt.problem.value} />}
          </div>
        </Dialog>
      )}
    </Card>
  );
}

const questionsLookedAt = 500;
const pagesShown = 8;

/** Where the line is, as far as questions tell. */
function PagesSeen({ site }: { readonly site: string }) {
  const t = speak(words);
  const path = `${sitePath(site)}/questions?limit=${questionsLookedAt}`;
  const latest = useResource(path, (signal) => call<QuestionList>('GET', path, { signal }));
  return (
    <Loaded resource={latest} lines={2}>
      {({ questions }) => {
        const pages = [
          ...new Set(questions.flatMap(({ page }) => (page === null ? [] : [withoutQuery(page)]))),
        ];
        if (pages.length === 0) return <p class="quiet">{t.rotateNoPages}</p>;
        return (
          <div class="stack tight">
            <p>{t.rotatePages}</p>
            <ul class="pages-seen">
              {pages.slice(0, pagesShown).map((page) => (
                <li key={page}>{page}</li>
              ))}
              {pages.length > pagesShown && <li>+ {pages.length - pagesShown}</li>}
            </ul>
          </div>
        );
      }}
    </Loaded>
  );
}

function withoutQuery(page: string): string {
  return page.split(/[?#]/)[0] ?? page;
}
