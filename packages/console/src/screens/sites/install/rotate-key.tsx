import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { useCommands } from '../../../app/commands.ts';
import { useFlag } from '../../../design/base/flag.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { Confirm } from '../../../design/parts/confirm.tsx';
import { speak } from '../../../words/language.ts';
import type { EditorProps } from '../../information/frame/editor.tsx';
import { loadDraft } from '../../information/profile/draft.ts';
import { words } from './words.ts';

export function SiteKey({ draft, details }: EditorProps) {
  const t = speak(words);
  const { site } = draft;
  const asking = useFlag();
  useCommands(() => [{ id: 'rotate key', title: t.rotate, icon: 'keys', run: asking.on }], [site]);
  const rotate = async () => {
    await client.sites.rotateKey(site);
    await loadDraft(draft);
    asking.off();
    toast({ text: t.rotated });
    scrollTo({ top: 0, behavior: 'smooth' });
  };
  return (
    <Card title={t.keyTitle} lead={t.keyLead}>
      <CopyText label={t.keyTitle} text={details.site.key} />
      <div>
        <Button icon="again" onClick={asking.on}>
          {t.rotate}
        </Button>
      </div>
      {asking.isOn && (
        <Confirm
          title={t.rotateTitle}
          action={t.rotate}
          cancel={t.keep}
          onConfirm={rotate}
          onClose={asking.off}
        >
          <p>{t.rotateText}</p>
          <PagesSeen site={site} />
        </Confirm>
      )}
    </Card>
  );
}

const questionsRead = 500;
const pagesShown = 8;

/** The pages that recent questions came from; each needs the new line. */
function PagesSeen({ site }: { readonly site: string }) {
  const t = speak(words);
  const latest = useResource(`${site} pages seen`, (signal) =>
    client.sites.questions(site, { limit: questionsRead, signal }),
  );
  return (
    <Loaded resource={latest} lines={2}>
      {({ questions }) => {
        const seen = questions.flatMap(({ page }) => page?.split(/[?#]/)[0] ?? []);
        const pages = [...new Set(seen)];
        if (pages.length === 0) return <p class="quiet">{t.rotateNoPages}</p>;
        return (
          <>
            <p>{t.rotatePages}</p>
            <ul class="soft-note small">
              {pages.slice(0, pagesShown).map((page) => (
                <li key={page}>{page}</li>
              ))}
              {pages.length > pagesShown && <li>+ {pages.length - pagesShown}</li>}
            </ul>
          </>
        );
      }}
    </Loaded>
  );
}
