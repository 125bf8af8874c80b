/** The way of the assistant onto a page: the line, how to put it there, and who may. */
import { useSignal } from '@preact/signals';
import { signedIn } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { Loaded } from '../site/loaded.tsx';
import { useSite } from '../site/site.ts';
import { type GuideName, guideNames, guides } from './guides.ts';
import { Origins } from './origins.tsx';
import { QrCode } from './qr-code.tsx';
import { SiteKey } from './rotate-key.tsx';
import { words } from './words.ts';
import './install.css';

export function Install({ params }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const details = useSite(site);
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded resource={details}>
        {(loaded) => (
          <div class="install">
            <div class="stack">
              <Card
                title={t.embedTitle}
                lead={loaded.embed === undefined ? t.embedOff : t.embedLead}
              >
                {loaded.embed !== undefined && (
                  <CodeSnippet
                    label={t.embedTitle}
                    snippets={[{ id: 'html', label: 'HTML', code: loaded.embed }]}
                  />
                )}
                {loaded.embed !== undefined && <Guides />}
              </Card>
              <Origins site={site} details={loaded} />
              {loaded.capabilities.includes('rotate-key') && (
                <SiteKey site={site} resource={details} siteKey={loaded.site.key} />
              )}
            </div>
            <OwnPage site={site} />
          </div>
        )}
      </Loaded>
    </Page>
  );
}

function Guides() {
  const t = speak(words);
  const chosen = useSignal<GuideName>('html');
  const names = Object.keys(guideNames) as readonly GuideName[];
  return (
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
  );
}

function OwnPage({ site }: { readonly site: string }) {
  const t = speak(words);
  const address = `${signedIn().siteUrl}/s/${encodeURIComponent(site)}`;
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
