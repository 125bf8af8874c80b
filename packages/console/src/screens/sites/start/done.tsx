import type { SiteDetails } from '@baraza/contract';
import { signedIn } from '../../../api/session.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { words } from './words.ts';

export function Done(props: { readonly details: SiteDetails; readonly onBack: () => void }) {
  const said = speak(words);
  const { site, embed } = props.details;
  const hosted = `${signedIn().siteUrl}/s/${encodeURIComponent(site.id)}`;
  return (
    <Card title={said.doneTitle} lead={said.doneText}>
      {embed !== undefined && (
        <CodeSnippet
          label={said.doneEmbed}
          snippets={[{ id: 'html', label: 'HTML', code: embed }]}
        />
      )}
      <p class="quiet">{said.donePage}</p>
      <div class="row">
        <Button kind="primary" href={`#/sites/${encodeURIComponent(site.id)}`}>
          {said.home}
        </Button>
        <Button href={hosted} isNewTab>
          {said.open}
        </Button>
        <Button kind="quiet" icon="back" onClick={props.onBack}>
          {said.back}
        </Button>
      </div>
    </Card>
  );
}
