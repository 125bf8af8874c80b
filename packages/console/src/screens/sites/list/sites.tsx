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
  const said = speak(words);
  const { sites } = signedIn();
  const isAdding = useSignal(false);
  const add = () => {
    isAdding.value = true;
  };
  return (
    <Page
      title={said.title}
      lead={said.lead}
      actions={
        sites.length > 0 && (
          <Button icon="plus" onClick={add}>
            {said.create}
          </Button>
        )
      }
    >
      {sites.length === 0 ? (
        <EmptyState icon="sites" title={said.emptyTitle} text={said.emptyText}>
          <Button kind="primary" icon="plus" onClick={add}>
            {said.create}
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
  const said = speak(words);
  const isNew = isUnnamed(site);
  return (
    <a class="site-card" href={`#/sites/${encodeURIComponent(site.id)}${isNew ? '/start' : ''}`}>
      <span class="grow stack tight">
        <b>{siteName(site)}</b>
        <span class="quiet small">{isNew ? said.noName : said.shortName(site.id)}</span>
        {(site.paused || site.plan !== 'local') && (
          <span class="row">
            {site.plan !== 'local' && <Badge>{said.plan(site.plan)}</Badge>}
            {site.paused && <Badge kind="care">{said.paused}</Badge>}
          </span>
        )}
      </span>
      <Icon name="forward" />
    </a>
  );
}

function AddSite({ onClose }: { readonly onClose: () => void }) {
  const said = speak(words);
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
    <Sheet title={said.create} onClose={onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
        <Field
          label={said.businessLabel}
          value={business.value}
          onInput={(value) => {
            business.value = value;
          }}
          more={{ autocomplete: 'organization' }}
        />
        <Field
          label={said.nameLabel}
          hint={said.nameHint}
          value={slug}
          error={error.value}
          onInput={(value) => {
            chosen.value = value;
          }}
          more={{ autocomplete: 'off', spellcheck: false, maxlength: 40 }}
        />
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {said.create}
        </Button>
      </form>
    </Sheet>
  );
}
