/** What an owner sets once: notifications, languages, strictness; and pause, export and deletion. */
import { editorScreen } from '../../information/frame/editor.tsx';
import { SaveBar } from '../../information/frame/save-bar.tsx';
import { Answering, Speaking } from './answering.tsx';
import { Carry, DeleteSite, Pause } from './carry.tsx';
import { Notices } from './notices.tsx';
import { words } from './words.ts';

export const Settings = editorScreen(words, (about) => (
  <div class="stack narrow">
    <Notices {...about} />
    <Speaking {...about} />
    <Answering {...about} />
    <Pause {...about} />
    <Carry {...about} />
    <DeleteSite site={about.draft.site} />
    <SaveBar draft={about.draft} />
  </div>
));
