import type { ProfileFaq } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/buttons.tsx';
import { Field, Select } from '../../../design/fields.tsx';
import { useFlag } from '../../../design/signals.ts';
import { count } from '../../../words/figures.ts';
import { inLanguage, language } from '../../../words/language.ts';
import { TextFields } from '../../information/frame/text-fields.tsx';
import { PairNote } from '../../information/frame/tongue-note.tsx';
import { mainLanguage, write } from '../../information/profile/draft.ts';
import { isEmptyText, newId } from '../../information/profile/profile.ts';
import { pairOf } from '../../information/profile/texts.ts';
import {
  isSuggested,
  type Kind,
  type Suggested,
  shownFor,
  suggestedMax,
  whereWording,
} from './kinds.ts';
import { Step, type StepProps } from './step.tsx';
import { t } from './words.ts';

/** Questions that customers often ask; those that the owner answers become entries. */
export function QuestionsStep(props: StepProps) {
  const { draft, profile } = props;
  const base = draft.base.value ?? profile;
  const main = mainLanguage(profile);
  const other = main === 'sw' ? 'en' : 'sw';
  const kind = useSignal<Kind>('shop');
  const both = useFlag();
  const isIncomplete = useSignal(false);
  const saved = new Set(base.faqs.map(({ id }) => id));
  const fresh = profile.faqs.filter(({ id }) => !saved.has(id));
  const entryOf = ({ sw }: Suggested) => fresh.find((faq) => pairOf(faq.question, 'sw').sw === sw);
  // The default answer to "Where are you?" is the address.
  const answerOf = (question: Suggested) => {
    const address = inLanguage(base.address, main);
    const isWhere = question.sw === whereWording && address !== '';
    return entryOf(question)?.answer ?? (isWhere ? { [main]: address } : '');
  };
  const isKnown = ({ sw, en }: Suggested) =>
    base.faqs.some(({ question }) =>
      Object.values(pairOf(question, 'sw')).some((wording) => wording === sw || wording === en),
    );
  const suggested = shownFor(kind.value, (question) => !isEmptyText(answerOf(question))).filter(
    (question) => !isKnown(question),
  );
  const own = fresh.filter(
    ({ question }) => typeof question === 'string' || !isSuggested(question.sw),
  );
  const writeFaq = (faq: ProfileFaq) => write(draft, { list: 'faqs', id: faq.id }, faq);
  const answer = (question: Suggested, part: { readonly sw?: string; readonly en?: string }) => {
    const { sw, en } = question;
    const text = { ...pairOf(answerOf(question), main), ...part };
    writeFaq({ id: entryOf(question)?.id ?? newId(), question: { sw, en }, answer: text });
  };
  const hasOther = (question: Suggested) =>
    pairOf(answerOf(question), main)[other] !== '' ||
    (both.isOn && !isEmptyText(answerOf(question)));
  const answered = suggested.filter((question) => !isEmptyText(answerOf(question)));
  const isFull = (faq: ProfileFaq) => !isEmptyText(faq.question) && !isEmptyText(faq.answer);
  const total = saved.size + answered.length + own.filter(isFull).length;
  const complete = () => {
    isIncomplete.value = own.some((faq) => isEmptyText(faq.question) !== isEmptyText(faq.answer));
    if (isIncomplete.value) return false;
    for (const question of answered) answer(question, {});
    for (const { id, answer: text } of fresh)
      if (isEmptyText(text)) write(draft, { list: 'faqs', id }, undefined);
    const where = answered.find(({ sw }) => sw === whereWording);
    if (where !== undefined && isEmptyText(profile.address))
      write(draft, { field: 'address' }, inLanguage(answerOf(where), main));
    return true;
  };
  return (
    <Step {...props} title={t.questionsTitle} lead={t.questionsLead} complete={complete}>
      <Select label={t.kindLabel} value={kind} options={t.kinds} />
      <div role="status">
        <progress
          class="progress"
          max={suggestedMax}
          value={Math.min(total, suggestedMax)}
          aria-label={t.questionsTitle}
        />
        <span class="quiet small figures">
          {t.answersOf(count(total), count(Math.max(total, suggestedMax)))}
        </span>
      </div>
      {suggested.map((question) => (
        <div key={question.sw} class="stack tight">
          <Field
            label={question[language.value]}
            lines={2}
            placeholder={t.answerLabel}
            value={pairOf(answerOf(question), main)[main]}
            onInput={(text) => answer(question, { [main]: text })}
          />
          {hasOther(question) && (
            <Field
              label={t.inOther[other](t.answerLabel)}
              language={other}
              lines={2}
              value={pairOf(answerOf(question), main)[other]}
              onInput={(text) => answer(question, { [other]: text })}
            />
          )}
          <PairNote
            pair={pairOf(answerOf(question), main)}
            onMove={(pair) => answer(question, pair)}
          />
        </div>
      ))}
      {own.map((faq, at) => (
        <div key={faq.id} class="start-pair stack tight">
          <TextFields
            profile={profile}
            isMainOnly
            label={t.questionLabel(at + 1)}
            value={faq.question}
            error={isIncomplete.value && !isFull(faq) ? t.pairNeeded : undefined}
            onInput={(question) => writeFaq({ ...faq, question })}
          />
          <TextFields
            profile={profile}
            isMainOnly
            label={t.answerLabel}
            lines={2}
            value={faq.answer}
            onInput={(text) => writeFaq({ ...faq, answer: text })}
          />
        </div>
      ))}
      <div>
        <Button
          icon="plus"
          onClick={() => writeFaq({ id: newId(), question: '', answer: '' })}
          label={t.addOwn}
        />
        {!both.isOn && <Button kind="quiet" onClick={both.on} label={t.addOther[other]} />}
      </div>
    </Step>
  );
}
