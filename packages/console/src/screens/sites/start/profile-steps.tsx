import type { Language } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { language, speak } from '../../../words/language.ts';
import { TextFields } from '../../information/frame/text-fields.tsx';
import { mainLanguage, write } from '../../information/profile/draft.ts';
import { isEmptyText } from '../../information/profile/profile.ts';
import { fieldLabel } from '../../information/profile/readable.ts';
import { words as profileWords } from '../../information/profile/words.ts';
import { internationalNumber } from '../leads/contact-ways.ts';
import { Step, type StepProps } from './step.tsx';
import { words } from './words.ts';

export function BusinessStep(props: StepProps) {
  const t = speak(words);
  const { draft, profile, details } = props;
  const isMissing = useSignal(false);
  // A new site is written in the language of the console, unless another one is chosen.
  const isNew = isEmptyText(details.profile.business);
  const chosen = useSignal<Language>(isNew ? language.peek() : mainLanguage(profile));
  const text = (field: 'business' | 'about', lines: number, label: string, hint?: string) => (
    <TextFields
      profile={profile}
      isMainOnly
      label={label}
      hint={hint}
      lines={lines}
      error={field === 'business' && isMissing.value ? t.businessNeeded : undefined}
      isRequired={field === 'business'}
      value={profile[field]}
      onInput={(value) => write(draft, { field }, value)}
    />
  );
  const complete = () => {
    isMissing.value = isEmptyText(profile.business);
    const { languages } = profile;
    if (languages.length > 1 || languages[0] !== chosen.value)
      write(draft, { field: 'languages' }, [chosen.value, chosen.value === 'sw' ? 'en' : 'sw']);
    return !isMissing.value;
  };
  return (
    <Step {...props} title={t.businessTitle} complete={complete}>
      <Choices
        label={t.languageLabel}
        isSingle
        options={(['sw', 'en'] as const).map((value) => ({
          value,
          label: speak(profileWords)[value],
        }))}
        chosen={[chosen.value]}
        onChange={([next = chosen.value]) => {
          chosen.value = next;
        }}
      />
      {text('business', 1, fieldLabel('business'))}
      {text('about', 3, t.aboutLabel, t.aboutHint)}
    </Step>
  );
}

export function ContactStep(props: StepProps) {
  const t = speak(words);
  const { draft, profile } = props;
  const { phone, timezone } = profile;
  const isWrong = useSignal(false);
  const whatsapp = profile.whatsapp.replace('https://wa.me/', '+');
  const number = internationalNumber(whatsapp, timezone);
  const isChanged = number !== undefined && number !== whatsapp.replaceAll(' ', '');
  const complete = () => {
    const isLink = whatsapp.trim().startsWith('https://');
    isWrong.value = whatsapp.trim() !== '' && number === undefined && !isLink;
    if (isChanged) write(draft, { field: 'whatsapp' }, number);
    return !isWrong.value;
  };
  return (
    <Step {...props} title={t.contactTitle} lead={t.contactLead} complete={complete}>
      <Field
        label={fieldLabel('phone')}
        type="tel"
        value={phone}
        onInput={(value) => write(draft, { field: 'phone' }, value)}
        more={{ autocomplete: 'tel' }}
      />
      <Field
        label={t.whatsappLabel}
        hint={isChanged ? t.savedAs(number) : t.whatsappHint}
        error={isWrong.value ? t.whatsappWrong : undefined}
        type="tel"
        value={whatsapp}
        onInput={(value) => write(draft, { field: 'whatsapp' }, value)}
      />
      <TextFields
        profile={profile}
        isMainOnly
        label={t.addressLabel}
        hint={t.addressHint}
        lines={2}
        value={profile.address}
        onInput={(value) => write(draft, { field: 'address' }, value)}
      />
    </Step>
  );
}
