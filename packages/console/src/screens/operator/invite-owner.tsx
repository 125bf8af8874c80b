import type { Invitation, Owner } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { useWork } from '../../api/work.ts';
import { into } from '../../design/base/bind.ts';
import { Field } from '../../design/controls/field.tsx';
import { Switch } from '../../design/controls/switch.tsx';
import { WorkForm } from '../../design/controls/work-form.tsx';
import { Sheet } from '../../design/layers/dialog.tsx';
import { ShownOnce } from '../../design/layers/shown-once.tsx';
import { moment } from '../../words/figures.ts';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';

export function InviteOwner(props: { readonly owner: Owner; readonly onClose: () => void }) {
  const t = speak(words);
  const site = useSignal('');
  const isOperator = useSignal(false);
  const made = useSignal<Invitation | undefined>(undefined);
  const work = useWork();
  const invite = async () => {
    const name = site.value.trim();
    made.value = await client.operator.inviteOwner(props.owner.id, {
      operator: isOperator.value,
      ...(name === '' ? {} : { site: name }),
    });
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
      <WorkForm work={work} action={t.invite} onSubmit={invite}>
        <p>{t.inviteText}</p>
        <Field
          label={t.inviteSite}
          hint={t.inviteSiteHint}
          value={site.value}
          onInput={into(site)}
          more={{ maxlength: 100, autocomplete: 'off', spellcheck: false }}
        />
        <Switch
          label={t.inviteOperator}
          hint={t.inviteOperatorHint}
          isOn={isOperator.value}
          onChange={into(isOperator)}
        />
      </WorkForm>
    </Sheet>
  );
}
