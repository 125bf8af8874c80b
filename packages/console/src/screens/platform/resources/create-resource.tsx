import type { CreatedResource, Service } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, forgetResources } from '../../../api/client.ts';
import { navigate } from '../../../app/router.ts';
import { ShownOnce } from '../../../design/dialogs.tsx';
import { Choice, Field } from '../../../design/fields.tsx';
import { FormSheet } from '../../../design/forms.tsx';
import { into } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { inCurrent } from '../../../words/language.ts';
import { brokenField, draftOf } from '../config/config-draft.ts';
import { fieldsOf } from '../config/config-fields.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { services } from '../services.ts';
import { t } from './words.ts';

const other = '…';

export function CreateResource(props: { readonly service: Service; readonly onClose: () => void }) {
  const { service, onClose } = props;
  const { kinds, label } = services[service];
  const chosen = useSignal<string>(kinds[0]?.kind ?? other);
  const ownKind = useSignal('');
  const name = useSignal('');
  const draft = useSignal(draftOf({}));
  const created = useSignal<CreatedResource>();
  const usual = kinds.find((one) => one.kind === chosen.value);
  const kind = usual?.kind ?? ownKind.value.trim();
  const fields = fieldsOf(service, kind);
  const submit = async () => {
    if (brokenField(draft.value, fields) !== undefined) return;
    const { config } = draft.value;
    const wanted = { service, kind, name: name.value, config };
    const resource = await client.platform.resources.create(wanted);
    forgetResources('platform/');
    if (resource.secret === undefined) open(resource);
    else created.value = resource;
  };
  const open = ({ id }: CreatedResource) => {
    onClose();
    toast({ text: t.createdToast });
    navigate(`/platform/resources/${id}`);
  };
  const resource = created.value;
  if (resource?.secret !== undefined)
    return (
      <ShownOnce
        title={t.secretTitle}
        text={t.secretText}
        label={t.secretTitle}
        secret={resource.secret}
        onClose={() => open(resource)}
      />
    );
  return (
    <FormSheet
      title={t.createOf(inCurrent(label))}
      action={t.create}
      onSubmit={submit}
      onClose={onClose}
    >
      <Choice
        label={t.kind}
        value={chosen.value}
        options={[
          ...kinds.map((one) => [one.kind, inCurrent(one.label)] as const),
          [other, t.otherKind],
        ]}
        onChange={(next) => {
          chosen.value = next;
          draft.value = draftOf({});
        }}
      />
      {usual === undefined ? (
        <Field label={t.kind} hint={t.kindHint} value={ownKind} maxlength={64} />
      ) : (
        <p class="quiet small">{inCurrent(usual.about)}</p>
      )}
      <Field label={t.name} isRequired value={name} maxlength={200} />
      <ConfigForm fields={fields} draft={draft.value} onChange={into(draft)} />
    </FormSheet>
  );
}
