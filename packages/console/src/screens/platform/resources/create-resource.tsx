import type { CreatedResource, Service } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { forgetResources } from '../../../api/resource.ts';
import { useWork } from '../../../api/work.ts';
import { navigate } from '../../../app/router.ts';
import { into } from '../../../design/base/bind.ts';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { WorkForm } from '../../../design/controls/work-form.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { ShownOnce } from '../../../design/layers/shown-once.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { language, speak } from '../../../words/language.ts';
import { brokenField, draftOf } from '../config/config-draft.ts';
import { fieldsOf } from '../config/config-fields.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { services } from '../services.ts';
import { words } from './words.ts';

const other = '…';

export function CreateResource(props: { readonly service: Service; readonly onClose: () => void }) {
  const t = speak(words);
  const spoken = language.value;
  const { service } = props;
  const { kinds } = services[service];
  const chosen = useSignal<string>(kinds[0]?.kind ?? other);
  const ownKind = useSignal('');
  const name = useSignal('');
  const draft = useSignal(draftOf({}));
  const work = useWork();
  const made = useSignal<CreatedResource | undefined>(undefined);
  const kind = chosen.value === other ? ownKind.value.trim() : chosen.value;
  const fields = fieldsOf(service, kind);

  const submit = async () => {
    if (brokenField(draft.value, fields) !== undefined) return;
    const { config } = draft.value;
    const wanted = { service, kind, name: name.value, config };
    const resource = await client.platform.resources.create(wanted);
    forgetResources('platform/');
    if (resource.secret === undefined) open(resource);
    else made.value = resource;
  };
  const open = (resource: CreatedResource) => {
    props.onClose();
    toast({ text: t.created });
    navigate(`/platform/resources/${resource.id}`);
  };

  if (made.value?.secret !== undefined) {
    const resource = made.value;
    return (
      <ShownOnce
        title={t.secretTitle}
        text={t.secretText}
        label={t.secretTitle}
        secret={made.value.secret}
        onClose={() => open(resource)}
      />
    );
  }
  return (
    <Sheet title={t.createOf(services[service].label[spoken])} onClose={props.onClose}>
      <WorkForm work={work} action={t.create} onSubmit={submit}>
        <Choices
          label={t.kind}
          isSingle
          options={[
            ...kinds.map((one) => ({ value: one.kind, label: one.label[spoken] })),
            { value: other, label: t.otherKind },
          ]}
          chosen={[chosen.value]}
          onChange={([next]) => {
            chosen.value = next ?? other;
            draft.value = draftOf({});
          }}
        />
        {chosen.value === other ? (
          <Field
            label={t.kind}
            hint={t.kindHint}
            value={ownKind.value}
            onInput={into(ownKind)}
            more={{ maxlength: 64, autocomplete: 'off' }}
          />
        ) : (
          <p class="quiet small">{kinds.find((one) => one.kind === chosen.value)?.about[spoken]}</p>
        )}
        <Field
          label={t.name}
          isRequired
          value={name.value}
          onInput={into(name)}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
        <ConfigForm fields={fields} draft={draft.value} onChange={into(draft)} />
      </WorkForm>
    </Sheet>
  );
}
