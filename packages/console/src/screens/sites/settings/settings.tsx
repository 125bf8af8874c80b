/** What an owner sets once: notifications, languages, strictness; and pause, export and deletion. */
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { speak } from '../../../words/language.ts';
import { Editor, useEditor } from '../../information/frame/editor.tsx';
import { SaveBar } from '../../information/frame/save-bar.tsx';
import { Answering, Speaking } from './answering.tsx';
import { Carry, DeleteSite, Pause } from './carry.tsx';
import { Notices } from './notices.tsx';
import { words } from './words.ts';

export function Settings({ params }: ScreenProps) {
  const t = speak(words);
  const draft = useEditor(params.site ?? '');
  return (
    <Page title={t.title} lead={t.lead}>
      <Editor draft={draft}>
        {(about) => (
          <div class="stack narrow">
            <Notices {...about} />
            <Speaking {...about} />
            <Answering {...about} />
            <Pause {...about} />
            <Carry {...about} />
            <DeleteSite site={draft.site} />
            <SaveBar draft={draft} />
          </div>
        )}
      </Editor>
    </Page>
  );
}
