import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { internationalNumber } from '../leads/contact-ways.ts';
import { otherOf, Step, type StepProps, writtenLanguage } from './step.tsx';
import { words } from './words.ts';

export function BusinessStep(props: StepProps) {
  const t = speak(words);
  const { profile } = props;
  const business = useSignal(inLanguage(profile.business, language.value));
  const about = useSignal(inLanguage(profile.about, language.value));
  const isNew = business.peek() === '';
  const written = useSignal(isNew ? language.peek() : writtenLanguage(profile));
  const error = useSignal<string | undefined>(undefined);
  const save = async () => {
    error.value = business.value.trim() === '' ? t.businessNeeded : undefined;
    if (error.value !== undefined) return false;
    await call('PATCH', `${props.path}/profile`, {
      body: {
        business: business.value.trim(),
        about: about.value.trim(),
        ...(profile.languages.length === 1 && profile.languages[0] === written.value
          ? {}
          : { languages: [written.value, otherOf(written.value)] }),
      },
    });
    return true;
  };
  return (
    <Step {...props} title={t.businessTitle} save={save}>
      <Choices
        label={t.languageLabel}
        isSingle
        options={(['sw', 'en'] as const).map((value) => ({ value, label: t.languages[value] }))}
        chosen={[written.value]}
        onChange={([chosen]) => {
          if (chosen !== undefined) written.value = chosen;
        }}
      />
      <Field
        label={t.businessLabel}
        isRequired
        error={error.value}
        value={business.value}
        onInput={(value) => {
          business.value = value;
        }}
        more={{ autocomplete: 'organization' }}
      />
      <Field
        label={t.aboutLabel}
        hint={t.aboutHint}
        lines={3}
        value={about.value}
        onInput={(value) => {
          about.value = value;
        }}
      />
    </Step>
  );
}

export function ContactStep(props: StepProps) {
  const t = speak(words);
  const phone = useSignal(props.profile.phone);
  const whatsapp = useSignal(props.profile.whatsapp.replace('https://wa.me/', '+'));
  const { timezone } = props.profile;
  const address = useSignal(inLanguage(props.profile.address, writtenLanguage(props.profile)));
  const isWrong = useSignal(false);
  const number = internationalNumber(whatsapp.value, timezone);
  const isLink = whatsapp.value.trim().startsWith('https://');
  const isOther = number !== undefined && number !== whatsapp.value.replaceAll(' ', '');
  const known = inLanguage(props.profile.address, writtenLanguage(props.profile));
  const save = async () => {
    isWrong.value = whatsapp.value.trim() !== '' && number === undefined && !isLink;
    if (isWrong.value) return false;
    await call('PATCH', `${props.path}/profile`, {
      body: {
        phone: phone.value.trim(),
        whatsapp: number ?? whatsapp.value.trim(),
        ...(address.value.trim() === known ? {} : { address: address.value.trim() }),
      },
    });
    return true;
  };
  return (
    <Step {...props} title={t.contactTitle} lead={t.contactLead} save={save}>
      <Field
        label={t.phoneLabel}
        type="tel"
        value={phone.value}
        onInput={(value) => {
          phone.value = value;
        }}
        more={{ autocomplete: 'tel' }}
      />
      <Field
        label={t.whatsappLabel}
        hint={isOther ? t.savedAs(number) : t.whatsappHint}
        error={isWrong.value ? t.whatsappWrong : undefined}
        type="tel"
        value={whatsapp.value}
        onInput={(value) => {
          whatsapp.value = value;
        }}
      />
      <Field
        label={t.addressLabel}
        hint={t.addressHint}
        lines={2}
        value={address.value}
        onInput={(value) => {
          address.value = value;
        }}
      />
    </Step>
  );
}
