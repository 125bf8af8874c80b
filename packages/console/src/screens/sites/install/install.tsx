/** How the assistant gets onto a page: the line to paste, guides, and which websites may use it. */
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { editorScreen } from '../../information/frame/editor.tsx';
import { SaveBar } from '../../information/frame/save-bar.tsx';
import { hostedPage } from '../site/site.ts';
import { type GuideName, guideNames, guides } from './guides.ts';
import { Origins } from './origins.tsx';
import { QrCode } from './qr-code.tsx';
import { SiteKey } from './rotate-key.tsx';
import { words } from './words.ts';
import './install.css';

export const Install = editorScreen(words, (about) => (
  <div class="install">
    <div class="stack">
      <EmbedLine embed={about.details.embed} />
      <Origins {...about} />
      {about.details.capabilities.includes('rotate-key') && <SiteKey {...about} />}
      <SaveBar draft={about.draft} />
    </div>
    <HostedPage site={about.draft.site} />
  </div>
));

function EmbedLine({ embed }: { readonly embed: string | undefined }) {
  const t = speak(words);
  const chosen = useSignal<GuideName>('html');
  const names = Object.keys(guideNames) as readonly GuideName[];
  if (embed === undefined) return <Card title={t.embedTitle} lead={t.embedOff} />;
  return (
    <Card title={t.embedTitle} lead={t.embedLead}>
      <CodeSnippet label={t.embedTitle} snippets={[{ id: 'html', label: 'HTML', code: embed }]} />
      <Tabs
        label={t.guides}
        tabs={names.map((id) => ({ id, label: guideNames[id] }))}
        current={chosen.value}
        onChange={(id) => {
          chosen.value = id as GuideName;
        }}
      >
        <ol class="guide">
          {speak(guides)[chosen.value].map((step) => (
            <li key={step}>{step}</li>
          ))}
        </ol>
      </Tabs>
    </Card>
  );
}

function HostedPage({ site }: { readonly site: string }) {
  const t = speak(words);
  const address = hostedPage(site);
  return (
    <Card title={t.pageTitle} lead={t.pageLead}>
      <QrCode text={address} name={site} />
      <CopyText label={t.pageAddress} text={address} />
      <Button icon="outside" href={address} isNewTab isWide>
        {t.open}
      </Button>
    </Card>
  );
}
