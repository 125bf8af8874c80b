import type { MadeGrant } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../api/client.ts';
import { useWork } from '../../api/work.ts';
import { into } from '../../design/base/bind.ts';
import { Field } from '../../design/controls/field.tsx';
import { WorkForm } from '../../design/controls/work-form.tsx';
import { Sheet } from '../../design/layers/dialog.tsx';
import { ShownOnce } from '../../design/layers/shown-once.tsx';
import { speak } from '../../words/language.ts';
import { words } from './words.ts';

export function AuthoriseNode(props: {
  readonly onMade: () => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const origin = useSignal('');
  const sites = useSignal('');
  const days = useSignal('30');
  const made = useSignal<MadeGrant | undefined>(undefined);
  const work = useWork();
  const authorise = async () => {
    const named = sites.value.split('\n').map((line) => line.trim());
    const list = named.filter((name) => name !== '');
    made.value = await client.operator.createGrant({
      origin: origin.value.trim(),
      days: Number(days.value),
      ...(list.length === 0 ? {} : { sites: list }),
    });
    props.onMade();
  };
  if (made.value !== undefined)
    return (
      <ShownOnce
        title={t.grantTitle}
        text={t.grantText}
        label={t.grant}
        secret={made.value.grant}
        onClose={props.onClose}
      >
        {made.value.absent.length > 0 && <p>{t.absent(made.value.absent.join(', '))}</p>}
      </ShownOnce>
    );
  return (
    <Sheet title={t.authorise} onClose={props.onClose}>
      <WorkForm work={work} action={t.authorise} onSubmit={authorise}>
        <Field
          label={t.origin}
          hint={t.originHint}
          isRequired
          type="url"
          value={origin.value}
          onInput={into(origin)}
        />
        <Field
          label={t.nodeSites}
          hint={t.nodeSitesHint}
          lines={3}
          value={sites.value}
          onInput={into(sites)}
          more={{ spellcheck: false }}
        />
        <Field
          label={t.days}
          type="number"
          value={days.value}
          onInput={into(days)}
          more={{ min: 1, max: 365 }}
        />
      </WorkForm>
    </Sheet>
  );
}
