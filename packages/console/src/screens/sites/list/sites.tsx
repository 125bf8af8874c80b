import { useSignal } from '@preact/signals';
import { client, useWork } from '../../../api/client.ts';
import type { ApiProblem } from '../../../api/problem.ts';
import {
  isUnnamed,
  loadSession,
  type SessionSite,
  signedIn,
  siteName,
} from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Form, Sheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Badge, EmptyState } from '../../../design/notes.tsx';
import { LinkRow } from '../../../design/parts.tsx';
import { setterOf, useFlag } from '../../../design/signals.ts';
import { language } from '../../../words/language.ts';
import { siteHref } from '../site/site.ts';
import { slugOf } from './slug.ts';
import { t } from './words.ts';

export function Sites() {
  const { sites } = signedIn();
  const adding = useFlag();
  const addButton = (kind: 'plain' | 'primary') => (
    <Button kind={kind} icon="plus" onClick={adding.on} label={t.create} />
  );
  return (
    <Page title={t.title} lead={t.lead} actions={sites.length > 0 && addButton('plain')}>
      {sites.length === 0 ? (
        <EmptyState icon="sites" title={t.emptyTitle} text={t.emptyText}>
          {addButton('primary')}
        </EmptyState>
      ) : (
        <ul class="grid">
          {sites.map((site) => (
            <li key={site.id}>
              <SiteCard site={site} />
            </li>
          ))}
        </ul>
      )}
      {adding.isOn && <AddSite onClose={adding.off} />}
    </Page>
  );
}

/** The reason at the short name: another site may have it. */
function refusalText(problem: ApiProblem | undefined): string | undefined {
  if (problem?.code === 'conflict') return t.taken;
  return problem?.message;
}

function SiteCard({ site }: { readonly site: SessionSite }) {
  const isNew = isUnnamed(site);
  return (
    <LinkRow isCard href={siteHref(site.id, isNew ? '/start' : '')}>
      <b>{siteName(site)}</b>
      <span class="quiet small">{isNew ? t.noName : t.shortName(site.id)}</span>
      {(site.paused || site.plan !== 'local') && (
        <span class="row">
          {site.plan !== 'local' && <Badge>{t.plan(site.plan)}</Badge>}
          {site.paused && <Badge kind="caution">{t.paused}</Badge>}
        </span>
      )}
    </LinkRow>
  );
}

// The country of a number such as 0772 123 456 follows from it. UTC is no place.
function placeHere(): { readonly timezone?: string } {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return /^(?!Etc\/)\w+\//.test(timeZone) ? { timezone: timeZone } : {};
}

function AddSite({ onClose }: { readonly onClose: () => void }) {
  const business = useSignal('');
  // Derived from the business name until another one is typed.
  const typedSlug = useSignal<string>();
  const slug = typedSlug.value ?? slugOf(business.value);
  const work = useWork();
  const isChecked = useFlag();
  const isNamed = business.value.trim() !== '';
  const isShort = /^[a-z0-9-]{3,40}$/.test(slug.trim());
  const create = async () => {
    isChecked.on();
    if (!isNamed || !isShort) return;
    const id = slug.trim();
    // Whoever reads the console in a language writes in it, unless they choose another one.
    const main = language.peek();
    const languages = main === 'sw' ? (['sw', 'en'] as const) : (['en', 'sw'] as const);
    await client.sites.create(id, { business: business.value.trim(), languages, ...placeHere() });
    await loadSession();
    onClose();
    navigate(`/sites/${encodeURIComponent(id)}/start`);
  };
  return (
    <Sheet title={t.create} onClose={onClose}>
      <Form onSubmit={() => work.run(create)}>
        <Field
          label={t.businessLabel}
          value={business}
          error={isChecked.isOn && !isNamed ? t.businessNeeded : undefined}
          autocomplete="organization"
        />
        <Field
          label={t.nameLabel}
          hint={t.nameHint}
          value={slug}
          error={isChecked.isOn && !isShort ? t.nameNeeded : refusalText(work.problem.value)}
          onInput={setterOf(typedSlug)}
          isCode
          maxlength={40}
        />
        <Button kind="primary" type="submit" isWide work={work} label={t.create} />
      </Form>
    </Sheet>
  );
}
