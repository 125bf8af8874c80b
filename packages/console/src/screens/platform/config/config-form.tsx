import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { Choices, Field, Switch } from '../../../design/fields.tsx';
import { inCurrent } from '../../../words/language.ts';
import { brokenField, type ConfigDraft, textOf, typedInto, withValue } from './config-draft.ts';
import type { ConfigField } from './config-fields.ts';
import { t } from './words.ts';

/** The fields of one kind. The parent keeps the draft. */
export function ConfigForm(props: {
  readonly fields: readonly ConfigField[];
  readonly draft: ConfigDraft;
  readonly onChange: (draft: ConfigDraft) => void;
}) {
  const { fields, draft, onChange } = props;
  const broken = brokenField(draft, fields);
  return (
    <>
      {fields.map((field) => (
        <OneField
          key={field.key}
          field={field}
          draft={draft}
          onChange={onChange}
          isBroken={broken === field}
        />
      ))}
    </>
  );
}

function OneField(props: {
  readonly field: ConfigField;
  readonly draft: ConfigDraft;
  readonly onChange: (draft: ConfigDraft) => void;
  readonly isBroken: boolean;
}) {
  const { field, draft, onChange } = props;
  const about = {
    label: inCurrent(field.label),
    ...(field.hint === undefined ? {} : { hint: inCurrent(field.hint) }),
  };
  const setValue = (value: unknown) =>
    onChange({ ...draft, config: withValue(draft.config, field.key, value) });
  switch (field.type) {
    case 'switch':
      return (
        <Switch
          {...about}
          isOn={draft.config[field.key] === true}
          onChange={(isOn) => setValue(isOn ? true : undefined)}
        />
      );
    case 'knowledge':
      return <Knowledge {...about} chosen={idsIn(draft.config[field.key])} onChange={setValue} />;
    default:
      return (
        <Field
          {...about}
          value={textOf(draft, field)}
          lines={linesOf[field.type]}
          type={field.type === 'url' ? 'url' : field.type === 'date' ? 'date' : 'text'}
          error={props.isBroken ? t.noJson : undefined}
          onInput={(text) => onChange(typedInto(draft, field, text))}
          more={{ spellcheck: field.type === 'lines', autocomplete: 'off' }}
        />
      );
  }
}

const linesOf = { text: 1, url: 1, date: 1, lines: 4, list: 3, json: 8 } as const;

function Knowledge(props: {
  readonly label: string;
  readonly hint?: string;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[] | undefined) => void;
}) {
  const known = useResource('platform/knowledge', async (signal) => {
    const lists = await Promise.all(
      (['data', 'storage'] as const).map((service) =>
        client.platform.resources.list({ service, limit: 200, activityLimit: 1, signal }),
      ),
    );
    return lists.flatMap(({ resources }) => resources).filter(({ state }) => state !== 'archived');
  });
  const options = (known.data.value ?? []).map(({ id, name }) => [id, name] as const);
  // A chosen resource that was deleted or is not listed can still be removed.
  const others = props.chosen
    .filter((id) => options.every(([known]) => known !== id))
    .map((id) => [id, id] as const);
  if (options.length + others.length === 0)
    return <p class="quiet">{known.isLoading.value ? t.loading : t.noKnowledge}</p>;
  return (
    <Choices
      label={props.label}
      options={[...options, ...others]}
      chosen={props.chosen}
      onChange={(ids) => props.onChange(ids.length === 0 ? undefined : ids)}
    />
  );
}

function idsIn(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((id) => typeof id === 'string') : [];
}
