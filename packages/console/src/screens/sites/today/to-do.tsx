import type { LeadList, QuestionList, SiteGaps } from '@baraza/contract';
import { call } from '../../../api/call.ts';
import { type Resource, useResource } from '../../../api/resource.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ago, count } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import { ContactButtons } from '../leads/contact-buttons.tsx';
import { Loaded } from '../site/loaded.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { words } from './words.ts';

const shownMax = 3;

function useTop<Value>(site: string, part: string): Resource<Value> {
  const path = `${sitePath(site)}/${part}`;
  return useResource(path, (signal) => call<Value>('GET', path, { signal }));
}

export function CallBack(props: { readonly site: string; readonly timezone: string }) {
  const t = speak(words);
  const { site, timezone } = props;
  const leads = useTop<LeadList>(site, `leads?status=new&limit=${shownMax}`);
  return (
    <Card
      title={t.leads}
      actions={
        <Button kind="quiet" href={siteHref(site, '/leads')}>
          {t.all}
        </Button>
      }
    >
      <Loaded resource={leads}>
        {({ leads: waiting }) =>
          waiting.length === 0 ? (
            <p class="quiet">{t.leadsNone}</p>
          ) : (
            <ul class="to-do">
              {waiting.map((lead) => (
                <li key={lead.id} class="stack tight">
                  <div class="row apart">
                    <a class="to-do-link grow" href={siteHref(site, `/leads/${lead.id}`)}>
                      <b class="clip">{lead.name || lead.contact}</b>
                      {lead.name !== '' && <span class="quiet small figures">{lead.contact}</span>}
                    </a>
                    <span class="quiet small">{ago(lead.received_at)}</span>
                  </div>
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
  const open = useTop<QuestionList>(site, `questions?unanswered=true&group=true&limit=${shownMax}`);
  return (
    <Card
      title={t.next}
      actions={
        <Button kind="quiet" href={siteHref(site, '/questions')}>
          {t.all}
        </Button>
      }
    >
      <Loaded resource={open}>
        {({ questions }) =>
          questions.length === 0 ? (
            <p class="quiet">{t.nextNone}</p>
          ) : (
            <ul class="to-do">
              {questions.map((question) => (
                <li key={question.id}>
                  <a class="to-do-link" href={siteHref(site, `/questions/${question.id}`)}>
                    <span class="grow stack tight">
                      <span class="two-lines" lang={question.language}>
                        {question.question}
                      </span>
                      <span class="quiet small">
                        {t.times(count(question.count ?? 1), question.count ?? 1)} ·{' '}
                        {ago(question.asked_at)}
                      </span>
                    </span>
                    <span class="unseen">{t.answer}</span>
                    <Icon name="forward" />
                  </a>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}

const places = {
  faqs: 'faqs',
  facts: 'facts',
  documents: 'documents',
  fields: 'facts',
  profile: 'business',
} as const;

/** Answers that lack a language in which they were asked for; nothing where none does. */
export function Missing({ site }: { readonly site: string }) {
  const t = speak(words);
  const gaps = useTop<SiteGaps>(site, `gaps?limit=${shownMax}`);
  const questions = gaps.data.value?.questions ?? [];
  if (questions.length === 0) return null;
  return (
    <Card title={t.missing} lead={t.missingLead}>
      <ul class="to-do">
        {questions.map(({ id, question, language, count: times, entry }) => (
          <li key={id}>
            <a
              class="to-do-link"
              href={siteHref(
                site,
                `/information/${places[entry.list]}?entry=${encodeURIComponent(entry.id)}`,
              )}
            >
              <span class="grow stack tight">
                <span class="two-lines" lang={language}>
                  {question}
                </span>
                <span class="quiet small clip">
                  {t.times(count(times), times)} · {entry.title}
                </span>
              </span>
              <Badge kind="care">{t.lacks(language)}</Badge>
              <Icon name="forward" />
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
