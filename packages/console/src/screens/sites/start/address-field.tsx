import { useSignal } from '@preact/signals';
import { Button } from '../../../design/buttons.tsx';
import { Form } from '../../../design/dialogs.tsx';
import { Field } from '../../../design/fields.tsx';
import { websiteIn } from '../../information/sources/reading.ts';
import { t } from './address-words.ts';
import './start.css';

/** The address of a website, as an owner types it. */
export function AddressField(props: {
  readonly given?: string;
  readonly isBusy?: boolean;
  readonly onSource: (source: {
    readonly url: string;
    readonly isGuess?: boolean;
    readonly whole: true;
  }) => unknown;
}) {
  const address = useSignal(props.given ?? '');
  const isWrong = useSignal(false);
  const submit = () => {
    const source = websiteIn(address.value);
    isWrong.value = source === undefined;
    if (source !== undefined) props.onSource({ ...source, whole: true });
  };
  return (
    <Form class="line start-address" onSubmit={submit}>
      <Field
        label={t.label}
        placeholder={t.placeholder}
        value={address}
        error={isWrong.value ? t.wrong : undefined}
        inputmode="url"
        autocomplete="url"
        spellcheck={false}
        maxlength={1000}
      />
      <Button kind="primary" type="submit" isBusy={props.isBusy === true} label={t.read} />
    </Form>
  );
}
