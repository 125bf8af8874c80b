/** What was found, each line to be left out or corrected, beside a try-out that already answers from it. */
import type { Profile, Proposals } from '@baraza/contract';
import { computed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button } from '../../../design/buttons.tsx';
import { Badge, Card } from '../../../design/notes.tsx';
import { setTo } from '../../../design/signals.ts';
import { count } from '../../../words/figures.ts';
import { usualCurrency } from '../prices/price-text.ts';
import { type Draft, mainLanguage } from '../profile/draft.ts';
import { TryIt } from '../try/try-it.tsx';
import { isUnfinished, languageOf, type Proposal, withChosen } from './chosen.ts';
import { doubtsIn, offAtFirst } from './doubts.ts';
import { type Choice, FoundRow } from './found-row.tsx';
import { type GroupName, groupNames, groupOf } from './groups.ts';
import { ideasFrom } from './ideas.ts';
import { addLine, type Reading, shortAddress } from './reading.ts';
import { t } from './words.ts';

const shownStep = 8;

export function FoundList(props: {
  readonly draft: Draft;
  readonly reading: Reading;
  readonly profile: Profile;
  readonly useLabel: (count: number) => string;
  readonly onUse: (chosen: readonly Proposal[]) => unknown;
  /** Shown beside the button that uses what is chosen. */
  readonly children: ComponentChildren;
}) {
  const { draft, reading, profile } = props;
  const found = reading.found.value?.proposals;
  // Doubts are about what was found: a correction takes none of the other lines away.
  const { doubts, off } = useMemo(() => {
    const all = doubtsIn(found ?? [], profile);
    return { doubts: all, off: offAtFirst(found ?? [], all) };
  }, [found, profile]);
  const all = reading.all.value;
  const { value: switched } = reading.switched;
  const isOn = (id: string) => switched.get(id) ?? !off.has(id);
  const chosen = all.filter((one) => isOn(one.id) && !isUnfinished(one));
  const choice: Choice = { reading, profile, doubts, isOn };
  const addPrice = () =>
    show(addLine(reading, 'prices', { item: '', price: '', currency: usualCurrency(profile) }));
  const addFaq = (question: string) => show(addLine(reading, 'faqs', { question, answer: '' }));
  const groups = Map.groupBy(all, groupOf);
  const doubtful = all.filter(({ id }) => doubts.has(id) && !isOn(id)).length;
  return (
    <div class="found">
      <div class="stack grow">
        {reading.isTakenBack.value && (
          <p class="caution-note" role="status">
            {t.takenBack}
          </p>
        )}
        <p class="caution-note small found-note">{doubtful > 0 && t.doubtful(doubtful)}</p>
        {groupNames.map((name) => (
          <FoundGroup key={name} name={name} proposals={groups.get(name) ?? []} choice={choice} />
        ))}
        <div class="row">
          <Button icon="plus" onClick={addPrice} label={t.addPrice} />
          <Button icon="plus" onClick={() => addFaq('')} label={t.addFaq} />
        </div>
        <LeftOut leftOut={reading.found.value?.leftOut ?? []} />
        {all.length > 0 && (
          <div class="sticky-bar found-bar">
            <div class="grow">
              {props.children}
              <p class="quiet small">{t.notYet}</p>
            </div>
            <Button
              kind="primary"
              isBusy={draft.isSaving.value}
              isDisabled={chosen.length === 0}
              onClick={() => props.onUse(chosen)}
              label={props.useLabel(chosen.length)}
            />
          </div>
        )}
      </div>
      <aside class="found-try" id="found-try" aria-label={t.tryTitle}>
        <Trial draft={draft} profile={profile} chosen={chosen} onTeach={addFaq} />
      </aside>
    </div>
  );
}

/** Leads to the fields of a line that was just added. */
function show(id: string): void {
  requestAnimationFrame(() => {
    const row = document.querySelector(`[data-line="${CSS.escape(id)}"]`);
    row?.scrollIntoView({ block: 'center' });
    row?.querySelector<HTMLElement>('.proposal-form :is(input, textarea)')?.focus();
  });
}

function Trial(props: {
  readonly draft: Draft;
  readonly profile: Profile;
  readonly chosen: readonly Proposal[];
  readonly onTeach: (question: string) => void;
}) {
  const { draft, profile, chosen, onTeach } = props;
  const latest = useSignal({ profile, chosen });
  latest.value = { profile, chosen };
  const trial = useMemo(
    () => ({
      site: draft.site,
      written: computed(() => withChosen(latest.value.profile, latest.value.chosen)),
    }),
    [draft.site],
  );
  const spoken = languageOf(chosen) ?? mainLanguage(profile);
  return (
    <div class="stack">
      <div class="row apart">
        <h2>{t.tryTitle}</h2>
        <Badge kind="good">{t.onlyYou}</Badge>
      </div>
      <TryIt draft={trial} isIntroduced ideas={ideasFrom(chosen, spoken)} onTeach={onTeach} />
    </div>
  );
}

function LeftOut({ leftOut }: { readonly leftOut: Proposals['left_out'] }) {
  if (leftOut.length === 0) return null;
  return (
    <details class="card stack left-out">
      <summary>{t.leftOut(leftOut.length)}</summary>
      <ul class="ruled-list">
        {leftOut.map(({ from, why }, at) => (
          <li key={at} class="stack">
            <b class="anywhere">{shortAddress(from)}</b>
            <span class="quiet">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function FoundGroup(props: {
  readonly name: GroupName;
  readonly proposals: readonly Proposal[];
  readonly choice: Choice;
}) {
  const shown = useSignal(shownStep);
  const { name, proposals, choice } = props;
  const { switched } = choice.reading;
  const title = t.groups[name];
  // Those that need a look stay as they are.
  const sure = proposals.filter(({ id }) => !choice.doubts.has(id));
  const isAll = sure.every(({ id }) => choice.isOn(id));
  const switchAll = () => {
    switched.value = new Map([
      ...switched.value,
      ...(isAll ? proposals : sure).map(({ id }) => [id, !isAll] as const),
    ]);
  };
  if (proposals.length === 0) return null;
  const hidden = proposals.slice(shown.value).filter(({ from }) => from !== '').length;
  return (
    <Card
      title={`${title} (${count(proposals.length)})`}
      actions={
        proposals.length > 1 && (
          <Button
            kind="quiet"
            onClick={switchAll}
            label={isAll ? t.none : t.all}
            about={` ${title}`}
          />
        )
      }
    >
      <ul class="ruled-list">
        {proposals
          .filter((one, at) => at < shown.value || one.from === '')
          .map((proposal) => (
            <FoundRow key={proposal.id} proposal={proposal} choice={choice} />
          ))}
      </ul>
      {hidden > 0 && (
        <Button onClick={setTo(shown, shown.value + shownStep * 5)} isWide label={t.more(hidden)} />
      )}
    </Card>
  );
}
