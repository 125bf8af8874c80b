import { useSignal } from '@preact/signals';
import { speak } from '../../words/language.ts';
import { into } from '../base/bind.ts';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import { Field } from './field.tsx';

/** Only for what cannot be undone: the name has to be typed. */
export function ConfirmInput(props: {
  readonly word: string;
  readonly action: string;
  readonly isBusy?: boolean;
  readonly onConfirm: () => void;
}) {
  const typed = useSignal('');
  return (
    <form
      class="stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (typed.value.trim() === props.word) props.onConfirm();
      }}
    >
      <Field
        label={speak(words).typeToConfirm(props.word)}
        value={typed.value}
        onInput={into(typed)}
        more={{ autocomplete: 'off', spellcheck: false }}
      />
      <div>
        <Button
          kind="danger"
          type="submit"
          isBusy={props.isBusy === true}
          isDisabled={typed.value.trim() !== props.word}
        >
          {props.action}
        </Button>
      </div>
    </form>
  );
}
