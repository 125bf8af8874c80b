import { useWork } from '../../../api/client.ts';
import { Button } from '../../../design/buttons.tsx';
import type { Draft } from '../profile/draft.ts';
import { readingOf } from './reading.ts';
import { takeBack } from './use-chosen.ts';
import { t } from './words.ts';

/** A line that undoes what was imported last, as long as nothing was saved since; later, its versions do that. */
export function ImportUndo({ draft }: { readonly draft: Draft }) {
  const reading = readingOf(draft.site);
  const work = useWork();
  const used = reading.used.value;
  if (used === undefined) return null;
  const isLast = draft.saved.value?.version === used.now;
  return (
    <div class="soft-note row apart">
      <span>{t.imported}</span>
      {isLast ? (
        <Button
          icon="again"
          work={work}
          onClick={() => takeBack(draft, reading)}
          label={t.undoImport}
        />
      ) : (
        <Button
          kind="quiet"
          href={`#/sites/${encodeURIComponent(draft.site)}/versions`}
          label={t.versions}
        />
      )}
    </div>
  );
}
