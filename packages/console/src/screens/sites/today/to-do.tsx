import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { LinkRow } from '../../../design/parts/link-row.tsx';
import { ago, count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { ContactButtons } from '../leads/contact-buttons.tsx';
import { entryHref, siteHref, sitePath } from '../site/site.ts';
import { words } from './words.ts';

const shownMax = 3;

export function CallBack(props: { readonly site: string; readonly timezone: string }) {
  const t = speak(words);
  const { site, timezone } = props;
  const leads = useResource(`${sitePath(site)} new leads`, (signal) =>
    client.sites.leads(site, { status: 'new', limit: shownMax, signal }),
  );
  return (
    <Card title={t.leads} actions={<SeeAll href={siteHref(site, '/leads')} />}>
      <Loaded resource={leads}>
        {({ leads: waiting }) =>
          waiting.length === 0 ? (
            <p class="quiet">{t.leadsNone}</p>
          ) : (
            <ul class="to-do ruled-list">
              {waiting.map((lead) => (
                <li key={lead.id} class="stack tight">
                  <LinkRow
                    href={siteHref(site, `/leads/${lead.id}`)}
                    mark={<span class="quiet small">{ago(lead.received_at)}</span>}
                  >
                    <span class="clip">
                      <b>{lead.name || lead.contact}</b>{' '}
                      {lead.name !== '' && <span class="quiet small figures">{lead.contact}</span>}
                    </span>
                  </LinkRow>
                  {lead.message !== '' && <p class="quiet small two-lines">{lead.message}</p>}
                  <ContactButtons contact={lead.contact} timezone={timezone} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

export function AnswerNext({ site }: { readonly site: string }) {
  const t = speak(words);
  const open = useResource(`${sitePath(site)} open questions`, (signal) =>
    client.sites.questions(site, { unanswered: true, group: true, limit: shownMax, signal }),
  );
  return (
    <Card title={t.next} actions={<SeeAll href={siteHref(site, '/questions')} />}>
      <Loaded resource={open}>
        {({ questions }) =>
          questions.length === 0 ? (
            <p class="quiet">{t.nextNone}</p>
          ) : (
            <ul class="to-do ruled-list">
              {questions.map(({ id, question, language, count: times = 1, asked_at: askedAt }) => (
                <li key={id}>
                  <LinkRow
                    href={siteHref(site, `/questions/${id}`)}
                    mark={<span class="unseen">{t.answer}</span>}
                  >
                    <span class="two-lines" lang={language}>
                      {question}
                    </span>
                    <span class="quiet small">
                      {t.times(count(times), times)} · {ago(askedAt)}
                    </span>
                  </LinkRow>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

function SeeAll({ href }: { readonly href: string }) {
  return (
    <Button kind="quiet" href={href}>
      {speak(words).all}
    </Button>
  );
}

/** Answers that lack a language in which they were asked for. */
export function Missing({ site }: { readonly site: string }) {
  const t = speak(words);
  const gaps = useResource(`${sitePath(site)} gaps`, (signal) =>
    client.sites.gaps(site, { limit: shownMax, signal }),
  );
  const questions = gaps.data.value?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <Card title={t.missing} lead={t.missingLead}>
      <ul class="to-do ruled-list">
        {questions.map(({ id, question, language, count: times, entry }) => (
          <li key={id}>
            <LinkRow
              href={entryHref(site, entry.list, entry.id)}
              mark={<Badge kind="care">{t.lacks(language)}</Badge>}
            >
              <span class="two-lines" lang={language}>
                {question}
              </span>
              <span class="quiet small clip">
                {t.times(count(times), times)} · {entry.title}
              </span>
            </LinkRow>
          </li>
        ))}
      </ul>
    </Card>
  );
}
