import { useSignal } from '@preact/signals';
import { call } from '../../../api/call.ts';
import { ApiProblem } from '../../../api/problem.ts';
import { forgetResources } from '../../../api/resource.ts';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Choices } from '../../../design/controls/choices.tsx';
import { CopyText } from '../../../design/controls/copy-text.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Dialog, Sheet } from '../../../design/layers/dialog.tsx';
import { toast } from '../../../design/layers/toast.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { language, speak } from '../../../words/language.ts';
import { brokenField, draftOf } from '../config/config-draft.ts';
import { fieldsOf } from '../config/config-fields.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { platformPath, type Resource } from '../resource-api.ts';
import { type Service, services } from '../services.ts';
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
  const problem = useSignal<ApiProblem | undefined>(undefined);
  const isBusy = useSignal(false);
  const made = useSignal<Resource | undefined>(undefined);
  const kind = chosen.value === other ? ownKind.value.trim() : chosen.value;
  const fields = fieldsOf(service, kind);

  const submit = async (event: Event) => {
    event.preventDefault();
    if (isBusy.value || brokenField(draft.value, fields) !== undefined) return;
    isBusy.value = true;
    problem.value = undefined;
    try {
      const resource = await call<Resource>('POST', `${platformPath}/resources`, {
        body: { service, kind, name: name.value, config: draft.value.config },
      });
      forgetResources('platform/');
      if (resource.secret === undefined) open(resource);
      else made.value = resource;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      problem.value = error;
    } finally {
      isBusy.value = false;
    }
  };
  const open = (resource: Resource) => {
    props.onClose();
    toast({ text: t.created });
    navigate(`/platform/resources/${resource.id}`);
  };

  if (made.value?.secret !== undefined) {
    const resource = made.value;
    return (
      <Dialog
        title={t.secretTitle}
        actions={
          <Button kind="primary" onClick={() => open(resource)}>
            {t.secretDone}
          </Button>
        }
      >
        <div class="stack">
          <p>{t.secretText}</p>
          <CopyText label={t.secretTitle} text={made.value.secret} />
        </div>
      </Dialog>
    );
  }
  return (
    <Sheet title={t.createOf(services[service].label[spoken])} onClose={props.onClose}>
      <form class="stack" onSubmit={(event) => void submit(event)}>
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
            onInput={(value) => {
              ownKind.value = value;
            }}
            more={{ maxlength: 64, autocomplete: 'off' }}
          />
        ) : (
          <p class="quiet small">{kinds.find((one) => one.kind === chosen.value)?.about[spoken]}</p>
        )}
        <Field
          label={t.name}
          isRequired
          value={name.value}
          onInput={(value) => {
            name.value = value;
          }}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
        <ConfigForm
          fields={fields}
          draft={draft.value}
          onChange={(next) => {
            draft.value = next;
          }}
        />
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {t.create}
        </Button>
      </form>
    </Sheet>
  );
}
