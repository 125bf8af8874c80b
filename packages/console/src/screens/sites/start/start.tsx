/** The first steps of a new site. Each edits the draft that all editors share, and saves it before the next step. */
import type { Language, ProfilePrice } from '@baraza/contract';
import { internationalNumber, isTelephone } from '@baraza/contract/plain';
import { type Signal, useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { Button, CopyText } from '../../../design/buttons.tsx';
import { Choice, Field } from '../../../design/fields.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Card, Complaint } from '../../../design/notes.tsx';
import { setTo } from '../../../design/signals.ts';
import { language, localized } from '../../../words/language.ts';
import { Editor, type EditorProps } from '../../information/frame/editor.tsx';
import { ProfileText } from '../../information/frame/text-fields.tsx';
import { Note } from '../../information/frame/tongue-note.tsx';
import { ClockChoice, DayList } from '../../information/hours/day-list.tsx';
import { type Clock, hoursOf, usualHours, weekOf } from '../../information/hours/week.ts';
import { PriceEditor } from '../../information/prices/prices.tsx';
import { discard, mainLanguage, useDraft, write } from '../../information/profile/draft.ts';
import { isEmptyText } from '../../information/profile/profile.ts';
import { fieldLabel } from '../../information/profile/readable.ts';
import { refusalAt } from '../../information/profile/refusal.ts';
import { pairOf } from '../../information/profile/texts.ts';
import { tongueOf } from '../../information/profile/tongue.ts';
import { ImportUndo } from '../../information/sources/import-undo.tsx';
import { readingOf } from '../../information/sources/reading.ts';
import { TryIt } from '../../information/try/try-it.tsx';
import { isOnlyHere, OnlyHere } from '../site/only-here.tsx';
import { QrCode } from '../site/qr-code.tsx';
import { hostedPage } from '../site/site.ts';
import { AddressStep, isBlank } from './address-step.tsx';
import { QuestionsStep } from './questions-step.tsx';
import { Step, type StepProps } from './step.tsx';
import { t } from './words.ts';
import './start.css';

const steps = [BusinessStep, ContactStep, HoursStep, PricesStep, QuestionsStep] as const;
const names = ['business', 'contact', 'hours', 'prices', 'questions'];

export function Start({ params, query }: ScreenProps) {
  const draft = useDraft(params.site ?? '');
  const wanted = query.get('step');
  /** Undefined until it is known whether the address of a website comes first. */
  const step = useSignal(wanted === null ? undefined : Math.max(0, names.indexOf(wanted)));
  const { isTakenBack } = readingOf(draft.site);
  // What was found is shown again, wherever its use was undone.
  useEffect(() => {
    if (isTakenBack.value) step.value = undefined;
  }, [isTakenBack.value]);
  return (
    <Page title={t.title} lead={step.value === 0 ? t.lead : undefined}>
      <Editor draft={draft}>
        {(about) =>
          step.value === undefined ? (
            <Beginning {...about} step={step} />
          ) : (
            <Steps {...about} step={step as Signal<number>} />
          )
        }
      </Editor>
    </Page>
  );
}

/** A site about which nothing is known begins with its website, others with the first step. */
function Beginning({
  step,
  ...about
}: EditorProps & { readonly step: Signal<number | undefined> }) {
  const isNew = useRef(isBlank(about.profile)).current || readingOf(about.draft.site).found.value;
  useEffect(() => {
    if (!isNew) step.value = 0;
  }, [isNew]);
  if (!isNew) return null;
  const show = (at: number) => () => {
    step.value = at;
    scrollTo({ top: 0, behavior: 'instant' });
  };
  return <AddressStep {...about} onNone={show(0)} onUsed={show(steps.length)} />;
}

function Steps({ step, ...about }: EditorProps & { readonly step: Signal<number> }) {
  const Step = steps[step.value];
  const stepCount = steps.length + 1;
  const move = (by: number) => {
    discard(about.draft);
    step.value += by;
    scrollTo({ top: 0, behavior: 'instant' });
  };
  return (
    <div class="start stack">
      <div class="stack tight">
        <span class="quiet small" role="status">
          {t.stepOf(step.value + 1, stepCount)}
        </span>
        <progress class="progress" max={stepCount} value={step.value + 1} aria-label={t.title} />
      </div>
      {Step === undefined ? (
        <Done {...about} onBack={() => move(-1)} />
      ) : (
        <Step
          key={step.value}
          {...about}
          onNext={() => move(1)}
          onBack={step.value === 0 ? undefined : () => move(-1)}
        />
      )}
    </div>
  );
}

function BusinessStep(props: StepProps) {
  const { onNext, onBack, ...about } = props;
  const { profile, details, set } = about;
  const isMissing = useSignal(false);
  // A new site is written in the language of the console, unless another one was or is chosen; Swahili is the default.
  const isNew = isEmptyText(details.profile.business) && mainLanguage(profile) === 'sw';
  const chosen = useSignal<Language>(isNew ? language.peek() : mainLanguage(profile));
  const complete = () => {
    isMissing.value = isEmptyText(profile.business);
    const { languages } = profile;
    if (languages.length > 1 || languages[0] !== chosen.value)
      set('languages')([chosen.value, chosen.value === 'sw' ? 'en' : 'sw']);
    return !isMissing.value;
  };
  const tongue = tongueOf(pairOf(profile.about, mainLanguage(profile))[mainLanguage(profile)]);
  return (
    <Step {...props} title={t.businessTitle} complete={complete}>
      <Choice label={t.languageLabel} options={t.languages} value={chosen} />
      <ProfileText
        {...about}
        field="business"
        isMainOnly
        isRequired
        error={isMissing.value ? t.businessNeeded : undefined}
      />
      <ProfileText
        {...about}
        field="about"
        isMainOnly
        // Below it, the language of the whole site is offered instead.
        isUnchecked
        label={t.aboutLabel}
        hint={t.aboutHint}
        lines={3}
      />
      {tongue !== undefined && tongue !== chosen.value && (
        <Note text={t.looksLike[tongue]} action={t.writeIn[tongue]} onAct={setTo(chosen, tongue)} />
      )}
    </Step>
  );
}

function ContactStep(props: StepProps) {
  const { onNext, onBack, ...about } = props;
  const { profile, set } = about;
  const { phone, timezone } = profile;
  const isWrong = useSignal(false);
  const isPhoneWrong = useSignal(false);
  const whatsapp = profile.whatsapp.replace('https://wa.me/', '+');
  const number = internationalNumber(whatsapp, timezone);
  const isChanged = number !== undefined && number !== whatsapp.replaceAll(' ', '');
  const complete = () => {
    const isLink = whatsapp.trim().startsWith('https://');
    isWrong.value = whatsapp.trim() !== '' && number === undefined && !isLink;
    isPhoneWrong.value = phone.trim() !== '' && !isTelephone(phone);
    if (isChanged) set('whatsapp')(number);
    return !isWrong.value && !isPhoneWrong.value;
  };
  return (
    <Step {...props} title={t.contactTitle} lead={t.contactLead} complete={complete}>
      <Field
        label={fieldLabel('phone')}
        error={isPhoneWrong.value ? t.phoneWrong : refusalAt(undefined, 'phone')}
        type="tel"
        value={phone}
        onInput={set('phone')}
        autocomplete="tel"
      />
      <Field
        label={t.whatsappLabel}
        hint={isChanged ? t.savedAs(number) : t.whatsappHint}
        error={isWrong.value ? t.phoneWrong : refusalAt(undefined, 'whatsapp')}
        type="tel"
        value={whatsapp}
        onInput={set('whatsapp')}
      />
      <ProfileText
        {...about}
        field="address"
        isMainOnly
        label={t.addressLabel}
        hint={t.addressHint}
        lines={2}
      />
    </Step>
  );
}

function HoursStep(props: StepProps) {
  const { draft, profile } = props;
  const clock = useSignal<Clock>(language.peek() === 'sw' ? 'swahili' : 'day');
  const hours = profile.hours.length === 0 ? usualHours : profile.hours;
  const change = (next: typeof hours) => write(draft, { field: 'hours' }, next);
  const complete = () => {
    change(hours);
    return true;
  };
  return (
    <Step {...props} title={t.hoursTitle} isEditor complete={complete}>
      <ClockChoice clock={clock} />
      <DayList
        week={weekOf(hours)}
        clock={clock.value}
        onChange={(week) => change(hoursOf(week))}
      />
    </Step>
  );
}

function PricesStep(props: StepProps) {
  const { draft, profile } = props;
  const isIncomplete = useSignal(false);
  const complete = () => {
    const blanks = (price: ProfilePrice) =>
      [price.item, String(price.price ?? '') || price.note].filter(isEmptyText).length;
    isIncomplete.value = profile.prices.some((price) => blanks(price) === 1);
    for (const price of profile.prices)
      if (blanks(price) === 2) write(draft, { list: 'prices', id: price.id }, undefined);
    return !isIncomplete.value;
  };
  return (
    <Step {...props} title={t.pricesTitle} lead={t.pricesLead} isEditor complete={complete}>
      <PriceEditor {...props} />
      <Complaint text={isIncomplete.value ? t.priceNeeded : undefined} />
    </Step>
  );
}

/** The end: a test question, the page for customers, and the code for a website. */
function Done(props: EditorProps & { readonly onBack: () => void }) {
  const { site, embed } = props.details;
  const hosted = hostedPage(site.id);
  const business = localized(props.details.profile.business) || site.id;
  const invitation = t.invite(business, hosted);
  const isPrivate = isOnlyHere(hosted);
  const isImported = readingOf(site.id).used.value !== undefined;
  return (
    <>
      <Card title={t.doneTitle} lead={t.doneText}>
        <TryIt draft={props.draft} isIntroduced />
        <ImportUndo draft={props.draft} />
      </Card>
      <Card title={t.donePageTitle} lead={isPrivate ? undefined : t.donePage}>
        {isPrivate && <OnlyHere />}
        <CopyText label={t.pageAddress} text={hosted} />
        <div class="row">
          {!isPrivate && (
            <Button
              kind="primary"
              icon="whatsapp"
              href={`https://wa.me/?text=${encodeURIComponent(invitation)}`}
              isNewTab
              label={t.sendWhatsapp}
            />
          )}
          <Button kind="quiet" href={hosted} isNewTab label={t.open} />
        </div>
        {!isPrivate && <QrCode text={hosted} name={site.id} />}
      </Card>
      {embed !== undefined && (
        <Card title={t.doneSiteTitle} lead={t.doneSite}>
          <CodeSnippet
            label={t.doneEmbed}
            snippets={[{ id: 'html', label: 'HTML', code: embed }]}
          />
        </Card>
      )}
      <div class="row">
        <Button href={`#/sites/${encodeURIComponent(site.id)}`} label={t.home} />
        {!isImported && <Button kind="quiet" icon="back" onClick={props.onBack} label={t.back} />}
      </div>
    </>
  );
}
