import type { SiteDetails } from '@baraza/contract';
import { signedIn } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { words } from './words.ts';

export function Done(props: { readonly details: SiteDetails; readonly onBack: () => void }) {
  const said = speak(words);
  const { site, embed } = props.details;
  const hosted = `${signedIn().siteUrl}/s/${encodeURIComponent(site.id)}`;
  const business = inLanguage(props.details.profile.business, language.value) || site.id;
  const invitation = said.invite(business, hosted);
  return (
    <Card title={said.doneTitle} lead={said.doneText}>
      {embed !== undefined && (
        <CodeSnippet
          label={said.doneEmbed}
          snippets={[{ id: 'html', label: 'HTML', code: embed }]}
        />
      )}
      <section class="start-pair stack tight">
        <h3>{said.donePageTitle}</h3>
        <p class="quiet">{said.donePage}</p>
        <CopyText label={said.pageAddress} text={hosted} />
        <div class="row">
          <Button href={`https://wa.me/?text=${encodeURIComponent(invitation)}`} isNewTab>
            {said.sendWhatsapp}
          </Button>
          <Button kind="quiet" href={hosted} isNewTab>
            {said.open}
          </Button>
        </div>
      </section>
      <div class="row">
        <Button kind="primary" href={`#/sites/${encodeURIComponent(site.id)}`}>
          {said.home}
        </Button>
        <Button kind="quiet" icon="back" onClick={props.onBack}>
          {said.back}
        </Button>
      </div>
    </Card>
  );
}
