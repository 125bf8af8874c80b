import type { SiteQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import type { Pages } from '../../../api/pages.ts';
import { refreshResources } from '../../../api/resource.ts';
import { put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { speak } from '../../../words/language.ts';
import { attempt } from '../site/attempt.ts';
import { sitePath } from '../site/site.ts';
import { SplitList } from '../site/split-list.tsx';
import { QuestionCard } from './question-card.tsx';
import { QuestionBadge, QuestionFacts } from './question-parts.tsx';
import { words } from './words.ts';

const rowHeight = 92;

export function QuestionList(props: {
  readonly site: string;
  readonly pages: Pages<SiteQuestion>;
  readonly rows: readonly SiteQuestion[];
  readonly isGrouped: boolean;
}) {
  const t = speak(words);
  const { site, pages, isGrouped } = props;
  const opened = useSignal<string | undefined>(undefined);
  const setStatus = async (id: string, action: 'dismiss' | 'reopen') => {
    await client.sites[action](site, id, isGrouped ? { group: true } : {});
    void refreshResources(sitePath(site));
  };
  const change = ({ id }: SiteQuestion, action: 'dismiss' | 'reopen') =>
    attempt(async () => {
      await setStatus(id, action);
      leave(id);
      opened.value = undefined;
      toast({
        text: action === 'dismiss' ? t.dismissedToast : t.reopened,
        onUndo: () =>
          void attempt(async () => {
            await setStatus(id, action === 'dismiss' ? 'reopen' : 'dismiss');
            pages.reload();
          }),
      });
    });
  // The cursor of groups counts from the first one: after a removal the next page would skip one.
  const leave = (id: string) => {
    pages.remove(id);
    if (isGrouped && pages.hasMore.peek()) pages.reload();
  };
  return (
    <SplitList
      label={t.list}
      rowHeight={rowHeight}
      pages={pages}
      rows={props.rows}
      opened={opened}
      row={drawRow}
      card={(question, next) => (
        <QuestionCard
          key={question.id}
          site={site}
          question={question}
          onClose={put(opened, undefined)}
          onStatus={(action) => void change(question, action)}
          onChanged={pages.reload}
          onNext={() => {
            opened.value = next?.id;
            if (isGrouped) leave(question.id);
            else pages.replace({ ...question, status: 'taught' });
          }}
        />
      )}
    />
  );
}

const drawRow = (question: SiteQuestion) => (
  <>
    <span class="grow stack tight">
      <b class="row-title two-lines" lang={question.language}>
        {question.question}
      </b>
      <span class="row nowrap">
        {question.count === undefined && <QuestionBadge question={question} />}
        <span class="clip">
          <QuestionFacts question={question} isInList />
        </span>
      </span>
    </span>
    <Icon name="forward" />
  </>
);
