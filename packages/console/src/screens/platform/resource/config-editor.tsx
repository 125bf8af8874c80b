import type { ConfigWarning } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useWork } from '../../../api/client.ts';
import { useUnsavedGuard } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { Field } from '../../../design/fields.tsx';
import { Tabs } from '../../../design/lists/tabs.tsx';
import { Card, ErrorNote } from '../../../design/notes.tsx';
import { setterOf } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { brokenField, type Config, draftOf } from '../config/config-draft.ts';
import { fieldsOf } from '../config/config-fields.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { patchBetween, patched } from '../config/config-patch.ts';
import { configRefusal } from '../config/config-refusal.ts';
import { ConfigWarnings } from '../config/config-warnings.tsx';
import { jsonFault, jsonObjectIn } from '../json-text.ts';
import { CallCode } from '../snippets.tsx';
import type { ContentProps } from './content-props.ts';
import { t } from './words.ts';

/** The config as a form or as JSON. Saving sends what was changed here. */
export function ConfigEditor({ resource, isWritable, onChanged }: ContentProps) {
  const draft = useSignal(draftOf(resource.config));
  const base = useSignal({ config: resource.config, version: resource.version });
  const mode = useSignal<'form' | 'json'>('form');
  const text = useSignal<string>();
  const warnings = useSignal<readonly ConfigWarning[]>([]);
  const { isBusy, problem, run } = useWork();
  const fields = fieldsOf(resource.service, resource.kind);
  const wanted = text.value === undefined ? draft.value.config : jsonObjectIn(text.value);
  const patch = wanted && patchBetween(base.value.config, wanted);
  const sent =
    patch === undefined && wanted !== undefined
      ? { action: 'configure', config: wanted }
      : { action: 'patch-config', config: patch ?? {} };
  const method = sent.action === 'configure' ? 'configure' : 'patchConfig';
  // As JSON, the config has no fields.
  const refusal = mode.value === 'form' ? configRefusal(problem.value?.message, fields) : undefined;
  const isChanged = patch === undefined || Object.keys(patch).length > 0;
  useUnsavedGuard(() => isChanged);

  const save = async () => {
    if (wanted === undefined || brokenField(draft.value, fields) !== undefined) return;
    if (!isChanged) return toast({ text: t.unchanged });
    const before = base.value.config;
    if (await run(() => change(wanted)))
      toast({ text: t.saved, onUndo: () => run(() => change(before)) });
  };
  const change = async (config: Config) => {
    const options = { ifMatch: base.value.version };
    const { resources } = client.platform;
    const changes = patchBetween(base.value.config, config);
    const changed =
      changes === undefined
        ? await resources.configure(resource.id, config, options)
        : await resources.patchConfig(resource.id, changes, options);
    warnings.value = changed.warnings ?? [];
    base.value = { config: changed.config, version: changed.version };
    draft.value = draftOf(changed.config);
    text.value = undefined;
    onChanged(changed);
  };
  // The current version becomes the base of the next save; what was changed here stays changed.
  const takeTheirs = async () => {
    const current = await client.platform.resources.get(resource.id, { records: false });
    if (patch !== undefined) {
      const config = patched(current.config, patch);
      draft.value = { ...draft.value, config };
      if (text.value !== undefined) text.value = JSON.stringify(config, null, 2);
    }
    base.value = { config: current.config, version: current.version };
    problem.value = undefined;
    onChanged(current);
  };

  return (
    <>
      <Card>
        <Tabs
          label={t.config}
          tabs={[
            { id: 'form', label: t.asForm },
            { id: 'json', label: 'JSON' },
          ]}
          current={mode.value}
          onChange={(next) => {
            if (wanted !== undefined) draft.value = draftOf(wanted);
            text.value = undefined;
            mode.value = next === 'json' ? 'json' : 'form';
          }}
        >
          {mode.value === 'form' ? (
            <ConfigForm
              fields={fields}
              draft={draft.value}
              refusal={refusal}
              onChange={(next) => {
                draft.value = next;
                if (refusal !== undefined) problem.value = undefined;
              }}
            />
          ) : (
            <Field
              label={t.jsonLabel}
              lines={14}
              value={text.value ?? JSON.stringify(draft.value.config, null, 2)}
              error={wanted === undefined ? (jsonFault(text.value ?? '') ?? t.noObject) : undefined}
              onInput={setterOf(text)}
              isCode
            />
          )}
        </Tabs>
        <ConfigWarnings warnings={warnings.value} />
        {problem.value !== undefined && (
          <>
            {refusal === undefined && <ErrorNote problem={problem.value} />}
            {problem.value.code === 'version' && (
              <div class="stack tight">
                <p>{t.conflict}</p>
                <Button onClick={takeTheirs} label={t.showTheirs} />
              </div>
            )}
          </>
        )}
        {isWritable && (
          <Button kind="primary" isBusy={isBusy.value} onClick={save} label={t.save} />
        )}
      </Card>
      <CallCode
        label={t.config}
        method="PATCH"
        path={`/resources/${resource.id}`}
        body={sent}
        client={`await baraza.resources.${method}('${resource.id}', ${JSON.stringify(sent.config)});`}
      />
    </>
  );
}
