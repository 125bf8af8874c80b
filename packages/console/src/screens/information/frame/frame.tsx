/** The frame of every information page: tabs, save bar, and a place to try questions. */
import type { SiteGaps } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import type { ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { client, useResource } from '../../../api/client.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Sheet } from '../../../design/dialogs.tsx';
import { LinkTabs } from '../../../design/lists/tabs.tsx';
import { useFlag } from '../../../design/signals.ts';
import { save } from '../profile/saving.ts';
import { TryIt } from '../try/try-it.tsx';
import { Editor, type EditorProps, useEditor } from './editor.tsx';
import { SaveBar } from './save-bar.tsx';
import { t } from './words.ts';
import './frame.css';

export type Part = keyof (typeof t)['parts'];

export interface PartProps extends EditorProps {
  /** The id of the entry that a link opened. */
  readonly wanted: string | undefined;
}

/** The screen of one part of the information. */
export function informationScreen(part: Part, Fields: ComponentType<PartProps>) {
  return (props: ScreenProps) => <InformationFrame {...props} part={part} fields={Fields} />;
}

function InformationFrame(
  props: ScreenProps & { readonly part: Part; readonly fields: ComponentType<PartProps> },
) {
  const { part, fields: Fields } = props;
  const site = props.params.site ?? '';
  const draft = useEditor(site);
  // The price table needs the whole width, so the trial is not beside it.
  const isWide = useMediaQuery('(min-width: 1240px)') && part !== 'prices';
  const isPhone = !useMediaQuery('(min-width: 521px)');
  const trial = useFlag();
  const parts = Object.keys(t.parts) as readonly Part[];
  useCommands(
    () => [
      ...parts.map((id) => ({
        id: `information-${id}`,
        title: `${t.title}: ${t.parts[id]}`,
        icon: 'information' as const,
        run: () => navigate(informationPath(site, id)),
      })),
      { id: 'information-save', title: t.save, icon: 'check', run: () => save(draft) },
      {
        id: 'information-try',
        title: t.tryIt,
        icon: 'questions',
        run: () =>
          isWide ? document.querySelector<HTMLElement>('.try-side input')?.focus() : trial.on(),
      },
    ],
    [site, isWide],
  );
  return (
    <Page
      title={part === 'overview' ? t.title : t.parts[part]}
      lead={t.leads[part]}
      actions={
        !isWide && (
          <span class="try-button">
            <Button icon="questions" onClick={trial.on} label={isPhone ? t.tryShort : t.tryIt} />
          </span>
        )
      }
    >
      <div class="information-tabs">
        <LinkTabs
          label={t.title}
          current={part}
          tabs={parts.map((id) => ({
            id,
            label: t.parts[id],
            href: `#${informationPath(site, id)}`,
          }))}
        />
      </div>
      <Editor draft={draft}>
        {(about) => (
          <div class={`information ${isWide ? 'beside' : ''}`}>
            <div class="stack grow information-part">
              <Fields {...about} wanted={props.query.get('entry') ?? undefined} />
              <SaveBar
                draft={draft}
                hasWarnings={part !== 'overview'}
                onTry={isWide ? undefined : trial.on}
              />
            </div>
            {isWide && (
              <aside class="try-side" aria-label={t.tryIt}>
                <TryIt draft={draft} />
              </aside>
            )}
          </div>
        )}
      </Editor>
      {trial.isOn && !isWide && (
        <Sheet title={t.tryIt} onClose={trial.off}>
          <TryIt draft={draft} onLeave={trial.off} />
        </Sheet>
      )}
    </Page>
  );
}

export function informationPath(site: string, part: Part = 'overview'): string {
  const home = `/sites/${encodeURIComponent(site)}/information`;
  return part === 'overview' ? home : `${home}/${part}`;
}

/** Whether the window matches a media query. */
export function useMediaQuery(query: string): boolean {
  const matches = useSignal(matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => {
      matches.value = list.matches;
    };
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return matches.value;
}

/** Questions that have no answer in their language, and entries that no answer has used. */
export function useGaps(site: string): SiteGaps | undefined {
  return useResource(`/console/sites/${encodeURIComponent(site)}/gaps`, (signal) =>
    client.sites.gaps(site, { signal }),
  ).data.value;
}
