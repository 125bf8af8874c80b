/** What is around every page of the information: its parts, what is not saved, and a place to try it. */
import type { Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import { navigate, useUnsavedGuard } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { LinkTabs } from '../../../design/lists/tabs.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { Skeleton } from '../../../design/notes/skeleton.tsx';
import { speak } from '../../../words/language.ts';
import { ClashDialog } from '../conflict/clash-dialog.tsx';
import { type Draft, loadDraft, useDraft } from '../profile/draft.ts';
import { save } from '../profile/saving.ts';
import { TryIt } from '../try/try-it.tsx';
import { type Part, partNames } from './parts.ts';
import { SaveBar } from './save-bar.tsx';
import { useIsWide } from './use-is-wide.ts';
import { words } from './words.ts';
import './frame.css';

export interface PartProps {
  readonly draft: Draft;
  readonly profile: Profile;
}

export function InformationFrame(props: {
  readonly site: string;
  readonly part: Part;
  readonly lead?: string;
  readonly children: (about: PartProps) => ComponentChildren;
}) {
  const t = speak(words);
  const draft = useDraft(props.site);
  const isDesk = useIsWide('(min-width: 1240px)');
  const isPhone = !useIsWide('(min-width: 521px)');
  // A sheet needs the whole width.
  const isWide = isDesk && props.part !== 'prices';
  const isTrying = useSignal(false);
  const openTrial = () => {
    isTrying.value = true;
  };
  const home = informationPath(props.site);
  useUnsavedGuard((to) => draft.changes.peek().length > 0 && !to?.startsWith(home));
  useSaveKey(draft);
  useCommands(
    () => [
      ...partNames.map((part) => ({
        id: `information-${part}`,
        title: `${t.title}: ${t.parts[part]}`,
        icon: 'information' as const,
        run: () => navigate(informationPath(props.site, part)),
      })),
      { id: 'information-save', title: t.save, icon: 'check', run: () => void save(draft) },
      {
        id: 'information-try',
        title: t.tryIt,
        icon: 'questions',
        run: () => {
          if (isWide) document.querySelector<HTMLElement>('.try-side input')?.focus();
          else openTrial();
        },
      },
    ],
    [props.site, isWide],
  );
  const profile = draft.written.value;
  const { problem } = draft;
  return (
    <Page
      title={props.part === 'overview' ? t.title : t.parts[props.part]}
      lead={props.lead ?? t.leads[props.part]}
      actions={
        !isWide && (
          <span class="try-button">
            <Button icon="questions" onClick={openTrial}>
              {isPhone ? t.tryShort : t.tryIt}
            </Button>
          </span>
        )
      }
    >
      <div class="information-tabs">
        <LinkTabs
          label={t.title}
          current={props.part}
          tabs={partNames.map((part) => ({
            id: part,
            label: t.parts[part],
            href: `#${informationPath(props.site, part)}`,
          }))}
        />
      </div>
      {profile === undefined ? (
        problem.value === undefined ? (
          <Skeleton lines={6} />
        ) : (
          <ErrorNote problem={problem.value} onRetry={() => void loadDraft(draft)} />
        )
      ) : (
        <div class={`information ${isWide ? 'beside' : ''}`}>
          <div class="stack grow information-part">
            {props.children({ draft, profile })}
            <SaveBar
              draft={draft}
              isWithoutWarnings={props.part === 'overview'}
              {...(isWide ? {} : { onTry: openTrial })}
            />
          </div>
          {isWide && (
            <aside class="try-side" aria-label={t.tryIt}>
              <TryIt draft={draft} />
            </aside>
          )}
        </div>
      )}
      {isTrying.value && !isWide && (
        <Sheet
          title={t.tryIt}
          onClose={() => {
            isTrying.value = false;
          }}
        >
          <TryIt
            draft={draft}
            isInSheet
            onLeave={() => {
              isTrying.value = false;
            }}
          />
        </Sheet>
      )}
      {draft.clash.value !== undefined && <ClashDialog draft={draft} clash={draft.clash.value} />}
    </Page>
  );
}

export function informationPath(site: string, part: Part = 'overview'): string {
  const home = `/sites/${encodeURIComponent(site)}/information`;
  return part === 'overview' ? home : `${home}/${part}`;
}

function useSaveKey(draft: Draft): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void save(draft);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [draft]);
}
