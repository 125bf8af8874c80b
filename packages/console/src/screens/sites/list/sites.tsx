import { useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useWork } from '../../../api/client.ts';
import type { ApiProblem } from '../../../api/problem.ts';
import { isUnnamed, type SessionSite, signedIn, siteName } from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Form, Sheet } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { Badge, Card, ErrorNote } from '../../../design/notes.tsx';
import { LinkRow } from '../../../design/parts.tsx';
import { setterOf, useFlag } from '../../../design/signals.ts';
import { read, readingOf } from '../../information/sources/reading.ts';
import { siteHref } from '../site/site.ts';
import { AddressField } from '../start/address-field.tsx';
import { createSite, createSiteFor } from './create-site.ts';
import { slugOf } from './slug.ts';
import { t } from './words.ts';

export function Sites() {
  const { sites } = signedIn();
  const adding = useFlag();
  const addButton = (kind: 'plain' | 'primary') => (
    <Button kind={kind} icon="plus" onClick={adding.on} label={t.create} />
  );
  return (
    <Page
      title={t.title}
      lead={sites.length > 0 ? t.lead : undefined}
      actions={sites.length > 0 && addButton('plain')}
    >
      {sites.length === 0 ? (
        <FirstSite>{addButton('plain')}</FirstSite>
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

/** Without any site, the address of a website makes the first one. */
function FirstSite({ children }: { readonly children: ComponentChildren }) {
  const work = useWork();
  const create = async (source: { readonly url: string; readonly whole: true }) => {
    const id = await createSiteFor(new URL(source.url).hostname);
    void read(readingOf(id), [source]);
    navigate(`/sites/${encodeURIComponent(id)}/start`);
  };
  return (
    <div class="narrow stack">
      <Card title={t.emptyTitle} lead={t.emptyText}>
        <AddressField
          isBusy={work.isBusy.value}
          onSource={(source) => work.run(() => create(source))}
        />
        <ErrorNote problem={work.problem.value} />
      </Card>
      <div class="row">
        <span class="quiet">{t.noWebsite}</span>
        {children}
      </div>
    </div>
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
    await createSite(id, { business: business.value.trim() });
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
