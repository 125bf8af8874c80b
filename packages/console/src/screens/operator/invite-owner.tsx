import { useSignal } from '@preact/signals';
import { call } from '../../api/call.ts';
import { useWork } from '../../api/work.ts';
import { Button } from '../../design/controls/button.tsx';
import { Field } from '../../design/controls/field.tsx';
import { Switch } from '../../design/controls/switch.tsx';
import { Sheet } from '../../design/layers/dialog.tsx';
import { ErrorNote } from '../../design/notes/error-note.tsx';
import { moment } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { type Owner, operatorPath } from './operator-api.ts';
import { ShownOnce } from './shown-once.tsx';
import { words } from './words.ts';

interface Invitation {
  readonly url: string;
  readonly expiresAt: string;
}

export function InviteOwner(props: {
  readonly owner: Pick<Owner, 'id' | 'name'>;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const site = useSignal('');
  const isOperator = useSignal(false);
  const made = useSignal<Invitation | undefined>(undefined);
  const { isBusy, problem, run } = useWork();
  const invite = async () => {
    const path = `${operatorPath}/owners/${encodeURIComponent(props.owner.id)}/invite`;
    const name = site.value.trim();
    const body = { operator: isOperator.value, ...(name === '' ? {} : { site: name }) };
    made.value = await call<Invitation>('POST', path, { body });
  };
  if (made.value !== undefined)
    return (
      <ShownOnce
        title={t.linkTitle}
        text={t.linkText(moment(made.value.expiresAt))}
        label={t.link}
        secret={made.value.url}
        onClose={props.onClose}
      />
    );
  return (
    <Sheet title={t.inviteFor(props.owner.name)} onClose={props.onClose}>
      <form
        class="stack"
        onSubmit={(event) => {
          event.preventDefault();
          void run(invite);
        }}
      >
        <p>{t.inviteText}</p>
        <Field
          label={t.inviteSite}
          hint={t.inviteSiteHint}
          value={site.value}
          onInput={(value) => {
            site.value = value;
          }}
          more={{ maxlength: 100, autocomplete: 'off', spellcheck: false }}
        />
        <Switch
          label={t.inviteOperator}
          hint={t.inviteOperatorHint}
          isOn={isOperator.value}
          onChange={(isOn) => {
            isOperator.value = isOn;
          }}
        />
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {t.invite}
        </Button>
      </form>
    </Sheet>
  );
}
