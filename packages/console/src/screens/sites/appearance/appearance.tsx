/** How the assistant looks, beside the assistant itself. */
import type { SiteDetails } from '@baraza/contract';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { Choices } from '../../../design/controls/choices.tsx';
import { BilingualField } from '../../../design/controls/field.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { Loaded } from '../site/loaded.tsx';
import { useProfileForm } from '../site/profile-form.ts';
import { SaveBar } from '../site/save-bar.tsx';
import { useSite } from '../site/site.ts';
import { ColourField } from './colour-field.tsx';
import { Suggestions } from './suggestions.tsx';
import { WidgetPreview } from './widget-preview.tsx';
import { words } from './words.ts';
import './appearance.css';

export function Appearance({ params }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const details = useSite(site);
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded resource={details}>{(loaded) => <Look site={site} details={loaded} />}</Loaded>
    </Page>
  );
}

function Look({ site, details }: { readonly site: string; readonly details: SiteDetails }) {
  const t = speak(words);
  const form = useProfileForm(site, details);
  const values = form.values.value;
  return (
    <div class="look">
      <div class="stack">
        <Card title={t.lookTitle}>
          <BilingualField
            label={t.nameLabel}
            hint={t.nameHint}
            value={values.name}
            onInput={(name) => form.change({ name })}
          />
          <BilingualField
            label={t.greetingLabel}
            hint={t.greetingHint}
            lines={2}
            value={values.greeting}
            onInput={(greeting) => form.change({ greeting })}
          />
          <ColourField value={values.colour} onInput={(colour) => form.change({ colour })} />
          <Choices
            label={t.positionLabel}
            isSingle
            chosen={[values.position]}
            options={[
              { value: 'left', label: t.left },
              { value: 'right', label: t.right },
            ]}
            onChange={([position = 'right']) => form.change({ position })}
          />
        </Card>
        <Card title={t.suggestionsTitle} lead={t.suggestionsLead}>
          <Suggestions
            values={values.suggestions}
            onChange={(suggestions) => form.change({ suggestions })}
          />
        </Card>
        <Card title={t.privacyLabel}>
          <BilingualField
            label={t.privacyLabel}
            hint={t.privacyHint}
            lines={2}
            value={values.privacy}
            onInput={(privacy) => form.change({ privacy })}
          />
        </Card>
        <SaveBar form={form} />
      </div>
      <aside class="look-preview">
        <Card title={t.previewTitle} lead={t.previewLead}>
          <WidgetPreview site={site} values={values} />
        </Card>
      </aside>
    </div>
  );
}
