import type { SiteQuestion } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { refreshResources } from '../../../api/resource.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { speak } from '../../../words/language.ts';
import { tell } from '../site/attempt.ts';
import { sitePath } from '../site/site.ts';
import { SplitList } from '../site/split-list.tsx';
import type { Pages } from '../site/use-pages.ts';
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
  const { site, pages, isGrouped } = props;
  const opened = useSignal<string | undefined>(undefined);
  const change = (one: SiteQuestion, action: 'dismiss' | 'reopen') =>
    tell(async () => {
      await setStatus(site, one, action, isGrouped);
      leave(one);
      opened.value = undefined;
      const t = speak(words);
      const back = action === 'dismiss' ? 'reopen' : 'dismiss';
      toast({
        text: action === 'dismiss' ? t.dismissedToast : t.reopened,
        onUndo: () =>
          void tell(async () => {
            await setStatus(site, one, back, isGrouped);
            pages.reload();
          }),
      });
    });
  // Groups are counted from the first, so the pages that are still to come have moved up by one.
  const leave = ({ id }: SiteQuestion) => {
    pages.remove(id);
    if (isGrouped && pages.hasMore.peek()) pages.reload();
  };
  return (
    <SplitList
      label={speak(words).list}
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
          onClose={() => {
            opened.value = undefined;
          }}
          onStatus={(one, action) => void change(one, action)}
          onChanged={pages.reload}
          onNext={() => {
            opened.value = next?.id;
            if (isGrouped) leave(question);
            else pages.replace({ ...question, status: 'taught' });
          }}
        />
      )}
    />
  );
}

const drawRow = (question: SiteQuestion) => <QuestionRow question={question} />;

function QuestionRow({ question }: { readonly question: SiteQuestion }) {
  return (
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
}

async function setStatus(
  site: string,
  { id }: SiteQuestion,
  action: 'dismiss' | 'reopen',
  isGroup: boolean,
): Promise<void> {
  const path = sitePath(site);
  await call('POST', `${path}/questions/${id}/${action}`, {
    query: { group: isGroup ? true : undefined },
  });
  void refreshResources(path);
}
