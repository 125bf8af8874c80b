import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import {
  isUnnamed,
  loadSession,
  type SessionSite,
  signedIn,
  siteName,
} from '../../../api/session.ts';
import { Page } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { speak } from '../../../words/language.ts';
import { slugOf } from './slug.ts';
import { words } from './words.ts';
import './sites.css';

export function Sites() {
  const t = speak(words);
  const { sites } = signedIn();
  const isAdding = useSignal(false);
  const add = () => {
    isAdding.value = true;
  };
  return (
    <Page
      title={t.title}
      lead={t.lead}
      actions={
        sites.length > 0 && (
          <Button icon="plus" onClick={add}>
            {t.create}
          </Button>
        )
      }
    >
      {sites.length === 0 ? (
        <EmptyState icon="sites" title={t.emptyTitle} text={t.emptyText}>
          <Button kind="primary" icon="plus" onClick={add}>
            {t.create}
          </Button>
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
      {isAdding.value && (
        <AddSite
          onClose={() => {
            isAdding.value = false;
          }}
        />
      )}
    </Page>
  );
}

function SiteCard({ site }: { readonly site: SessionSite }) {
  const t = speak(words);
  const isNew = isUnnamed(site);
  return (
    <a class="site-card" href={`#/sites/${encodeURIComponent(site.id)}${isNew ? '/start' : ''}`}>
      <span class="grow stack tight">
        <b>{siteName(site)}</b>
        <span class="quiet small">{isNew ? t.noName : t.shortName(site.id)}</span>
        {(site.paused || site.plan !== 'local') && (
          <span class="row">
            {site.plan !== 'local' && <Badge>{t.plan(site.plan)}</Badge>}
            {site.paused && <Badge kind="care">{t.paused}</Badge>}
          </span>
        )}
      </span>
      <Icon name="forward" />
    </a>
  );
}

function AddSite({ onClose }: { readonly onClose: () => void }) {
  const t = speak(words);
  const business = useSignal('');
  // Until somebody writes another one, it follows from the name of the business.
  const chosen = useSignal<string | undefined>(undefined);
  const slug = chosen.value ?? slugOf(business.value);
  const error = useSignal<string | undefined>(undefined);
  const isBusy = useSignal(false);
  const submit = async (event: Event) => {
    event.preventDefault();
    isBusy.value = true;
    try {
      const id = slug.trim();
      const profile = { business: business.value.trim() };
      await call('POST', '/console/sites', { body: { id, profile } });
      await loadSession();
      onClose();
      navigate(`/sites/${encodeURIComponent(id)}/start`);
    } catch (problem) {
      if (!(problem instanceof ApiProblem)) throw problem;
      error.value = problem.message;
      isBusy.value = false;
    }
  };
  return (
    <Sheet title={t.create} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <Field
          label={t.businessLabel}
          value={business.value}
          onInput={(value) => {
            business.value = value;
          }}
          more={{ autocomplete: 'organization' }}
        />
        <Field
          label={t.nameLabel}
          hint={t.nameHint}
          value={slug}
          error={error.value}
          onInput={(value) => {
            chosen.value = value;
          }}
          more={{ autocomplete: 'off', spellcheck: false, maxlength: 40 }}
        />
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {t.create}
        </Button>
      </form>
    </Sheet>
  );
}
