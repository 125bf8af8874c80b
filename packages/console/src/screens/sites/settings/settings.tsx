/** What an owner sets once: notices, languages, carefulness, and the ends of things. */
import type { SiteDetails } from '@baraza/contract';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { speak } from '../../../words/language.ts';
import { Loaded } from '../site/loaded.tsx';
import { useProfileForm } from '../site/profile-form.ts';
import { SaveBar } from '../site/save-bar.tsx';
import { useSite } from '../site/site.ts';
import { Answering, Speaking } from './answering.tsx';
import { Carry, DeleteSite, Pause } from './carry.tsx';
import { Notices } from './notices.tsx';
import { words } from './words.ts';

export function Settings({ params }: ScreenProps) {
  const t = speak(words);
  const site = params.site ?? '';
  const details = useSite(site);
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded resource={details}>{(loaded) => <All site={site} details={loaded} />}</Loaded>
    </Page>
  );
}

function All(props: { readonly site: string; readonly details: SiteDetails }) {
  const form = useProfileForm(props.site, props.details);
  return (
    <div class="stack narrow">
      <Notices {...props} form={form} />
      <Speaking form={form} />
      <Answering form={form} />
      <Pause {...props} />
      <Carry {...props} />
      <DeleteSite site={props.site} />
      <SaveBar form={form} />
    </div>
  );
}
