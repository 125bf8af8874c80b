/** The inbox of conversations, updated live. */
import type { Conversation, ConversationList, ConversationState } from '@baraza/contract';
import { useRef } from 'preact/hooks';
import { client, refreshResources } from '../../../api/client.ts';
import { usePages } from '../../../api/pages.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { useTalkCounts } from '../../../app/talk-counts.ts';
import { Button } from '../../../design/buttons.tsx';
import { Badge, EmptyState, Loaded } from '../../../design/notes.tsx';
import { LinkRow } from '../../../design/parts.tsx';
import { ago } from '../../../words/figures.ts';
import { ListTabs, LoadedRows } from '../site/inbox.tsx';
import { siteHref, sitePath } from '../site/site.ts';
import { useConversationEvents } from './live.ts';
import { t } from './words.ts';
import './conversations.css';

const states = ['waiting', 'person', 'assistant', 'closed'] as const;

export function Conversations({ params, query }: ScreenProps) {
  const site = params.site ?? '';
  const loaded = useTalkCounts(site);
  return (
    <Page title={t.title} lead={t.lead}>
      <Loaded resource={loaded} lines={6}>
        {(counts) => <Tabs key={site} site={site} counts={counts} wanted={query.get('show')} />}
      </Loaded>
    </Page>
  );
}

function Tabs(props: {
  readonly site: string;
  readonly counts: ConversationList['counts'];
  readonly wanted: string | null;
}) {
  const { site, counts, wanted } = props;
  // Chosen once: what arrives later must not change the list that is being read.
  const first = useRef(states.find((one) => counts[one] > 0) ?? states[0]);
  const state = states.find((one) => one === wanted) ?? first.current;
  const tabs = { site, shown: states, current: state, counts, words: t };
  return (
    <>
      <ListTabs list="conversations" {...tabs} />
      <Inbox key={state} site={site} state={state} />
    </>
  );
}

function Inbox({ site, state }: { readonly site: string; readonly state: ConversationState }) {
  const pages = usePages<Conversation>(
    `${site} conversations ${state}`,
    async (cursor, signal) => {
      const options = { state, limit: 50, cursor, signal };
      const { conversations, next } = await client.sites.conversations(site, options);
      return { rows: conversations, next };
    },
    ({ id }) => id,
  );
  useConversationEvents(site, (event) => {
    if (event?.type === 'typing') return;
    pages.reload();
    void refreshResources(`${sitePath(site)} waiting`);
  });
  return (
    <LoadedRows pages={pages}>
      {(rows) =>
        rows.length === 0 ? (
          <EmptyState icon="conversations" title={t.emptyTitle} text={t.emptyText}>
            <Button href={siteHref(site, '/channels')} label={t.channels} />
          </EmptyState>
        ) : (
          <div class="stack">
            <ul class="ruled-list conversations" aria-label={t.list}>
              {rows.map((row) => (
                <li key={row.id}>
                  <Row site={site} conversation={row} />
                </li>
              ))}
            </ul>
            {pages.hasMore.value && <Button onClick={() => pages.more()} label={t.more} />}
          </div>
        )
      }
    </LoadedRows>
  );
}

function Row(props: { readonly site: string; readonly conversation: Conversation }) {
  const { site, conversation } = props;
  const { id, name, contact, channel, last, unread } = conversation;
  const mark = unread > 0 && <Badge kind="caution">{`${unread} ${t.unread}`}</Badge>;
  return (
    <LinkRow href={siteHref(site, `/conversations/${encodeURIComponent(id)}`)} mark={mark}>
      <b class="clip">{name ?? contact ?? t.visitor}</b>
      <span class="quiet small clip">
        {[
          ...(last === null ? [] : [ago(last.at)]),
          t[channel],
          last?.asked ?? last?.text ?? '',
        ].join(' · ')}
      </span>
    </LinkRow>
  );
}
