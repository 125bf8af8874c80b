import type { SiteDetails } from '@baraza/contract';
import { Button } from '../../../design/controls/button.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { hostedPage } from '../site/site.ts';
import { words } from './words.ts';

export function Done(props: { readonly details: SiteDetails; readonly onBack: () => void }) {
  const t = speak(words);
  const { site, embed } = props.details;
  const hosted = hostedPage(site.id);
  const business = inLanguage(props.details.profile.business, language.value) || site.id;
  const invitation = t.invite(business, hosted);
  return (
    <Card title={t.doneTitle} lead={t.doneText}>
      {embed !== undefined && (
        <CodeSnippet label={t.doneEmbed} snippets={[{ id: 'html', label: 'HTML', code: embed }]} />
      )}
      <section class="start-pair stack tight">
        <h3>{t.donePageTitle}</h3>
        <p class="quiet">{t.donePage}</p>
        <CopyText label={t.pageAddress} text={hosted} />
        <div class="row">
          <Button href={`https://wa.me/?text=${encodeURIComponent(invitation)}`} isNewTab>
            {t.sendWhatsapp}
          </Button>
          <Button kind="quiet" href={hosted} isNewTab>
            {t.open}
          </Button>
        </div>
      </section>
      <div class="row">
        <Button kind="primary" href={`#/sites/${encodeURIComponent(site.id)}`}>
          {t.home}
        </Button>
        <Button kind="quiet" icon="back" onClick={props.onBack}>
          {t.back}
        </Button>
      </div>
    </Card>
  );
}
