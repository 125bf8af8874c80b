/** What all editors of a profile have in common: the draft, a guard for unsaved changes, and Ctrl-S. */
import type { KnownProfile, Profile, SiteDetails } from '@baraza/contract';
import type { ComponentChildren, ComponentType } from 'preact';
import { useEffect } from 'preact/hooks';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { useUnsavedGuard } from '../../../app/router.ts';
import { ErrorNote, Skeleton } from '../../../design/notes.tsx';
import { ClashDialog } from '../conflict/clash-dialog.tsx';
import { type Draft, loadDraft, useDraft, write } from '../profile/draft.ts';
import { save } from '../profile/saving.ts';
import { SiteTongueNote } from './tongue-note.tsx';

export interface EditorProps {
  readonly draft: Draft;
  readonly profile: Profile;
  readonly details: SiteDetails;
  /** A handler that writes this field of the draft. */
  readonly set: <Field extends keyof KnownProfile>(
    field: Field,
  ) => (value: KnownProfile[Field]) => void;
}

const editors = ['information', 'appearance', 'install', 'settings'];

export function useEditor(site: string): Draft {
  const draft = useDraft(site);
  // The other editors of the site share the draft.
  const isEditor = (to: string | undefined) =>
    editors.some((name) => to?.startsWith(`/sites/${encodeURIComponent(site)}/${name}`));
  useUnsavedGuard((to) => draft.changes.peek().length > 0 && !isEditor(to));
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 's' || !(event.ctrlKey || event.metaKey)) return;
      event.preventDefault();
      void save(draft);
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  }, [draft]);
  return draft;
}

/** The screen of an editor that is not an information page. */
export function editorScreen(
  texts: { readonly title: string; readonly lead: string },
  Fields: ComponentType<EditorProps>,
) {
  return ({ params }: ScreenProps) => {
    const draft = useEditor(params.site ?? '');
    return (
      <Page title={texts.title} lead={texts.lead}>
        <Editor draft={draft}>{(about) => <Fields {...about} />}</Editor>
      </Page>
    );
  };
}

/** The editor of a draft, once the profile is loaded. */
export function Editor(props: {
  readonly draft: Draft;
  readonly children: (about: EditorProps) => ComponentChildren;
}) {
  const { draft } = props;
  const set: EditorProps['set'] = (field) => (value) => write(draft, { field }, value);
  const [profile, details, problem] = [draft.written.value, draft.saved.value, draft.problem.value];
  if (profile !== undefined && details !== undefined)
    return (
      <>
        <SiteTongueNote draft={draft} />
        {props.children({ draft, profile, details, set })}
        <ClashDialog draft={draft} />
      </>
    );
  if (problem === undefined) return <Skeleton lines={6} />;
  return <ErrorNote problem={problem} onRetry={() => loadDraft(draft)} />;
}
