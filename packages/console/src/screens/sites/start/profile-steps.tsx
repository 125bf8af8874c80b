import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { Field } from '../../../design/controls/field.tsx';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { Step, type StepProps } from './step.tsx';
import { words } from './words.ts';

export function BusinessStep(props: StepProps) {
  const said = speak(words);
  const { profile } = props;
  const business = useSignal(inLanguage(profile.business, language.value));
  const about = useSignal(inLanguage(profile.about, language.value));
  const error = useSignal<string | undefined>(undefined);
  const save = async () => {
    error.value = business.value.trim() === '' ? said.businessNeeded : undefined;
    if (error.value !== undefined) return false;
    await call('PATCH', `${props.path}/profile`, {
      body: { business: business.value.trim(), about: about.value.trim() },
    });
    return true;
  };
  return (
    <Step {...props} title={said.businessTitle} save={save}>
      <Field
        label={said.businessLabel}
        isRequired
        error={error.value}
        value={business.value}
        onInput={(value) => {
          business.value = value;
        }}
        more={{ autocomplete: 'organization' }}
      />
      <Field
        label={said.aboutLabel}
        hint={said.aboutHint}
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
  const said = speak(words);
  const phone = useSignal(props.profile.phone);
  const whatsapp = useSignal(props.profile.whatsapp.replace('https://wa.me/', '+'));
  const save = async () => {
    await call('PATCH', `${props.path}/profile`, {
      body: { phone: phone.value.trim(), whatsapp: whatsapp.value.trim() },
    });
    return true;
  };
  return (
    <Step {...props} title={said.contactTitle} lead={said.contactLead} save={save}>
      <Field
        label={said.phoneLabel}
        type="tel"
        value={phone.value}
        onInput={(value) => {
          phone.value = value;
        }}
        more={{ autocomplete: 'tel' }}
      />
      <Field
        label={said.whatsappLabel}
        hint={said.whatsappHint}
        type="tel"
        value={whatsapp.value}
        onInput={(value) => {
          whatsapp.value = value;
        }}
      />
    </Step>
  );
}
