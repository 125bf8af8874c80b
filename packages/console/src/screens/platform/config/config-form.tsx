import type { Service } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { Choices, Field, Switch } from '../../../design/fields.tsx';
import { inCurrent } from '../../../words/language.ts';
import { jsonFault } from '../json-text.ts';
import { serviceNames, servicesIn } from '../services.ts';
import {
  brokenField,
  type ConfigDraft,
  textOf,
  typedInto,
  withEvents,
  withValue,
} from './config-draft.ts';
import type { ConfigField } from './config-fields.ts';
import type { ConfigRefusal } from './config-refusal.ts';
import { chosenEvents } from './event-groups.ts';
import { EventPicker } from './event-picker.tsx';
import { t } from './words.ts';

/** The fields of one kind. The parent keeps the draft. */
export function ConfigForm(props: {
  readonly fields: readonly ConfigField[];
  readonly draft: ConfigDraft;
  /** Why the server refused a field. */
  readonly refusal?: ConfigRefusal | undefined;
  readonly onChange: (draft: ConfigDraft) => void;
}) {
  const { fields, draft, refusal, onChange } = props;
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
          refused={refusal?.key === field.key ? refusal.rule : undefined}
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
  readonly refused: string | undefined;
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
          isOn={draft.config[field.key] === (field.on ?? true)}
          onChange={(isOn) => setValue(isOn ? (field.on ?? true) : undefined)}
        />
      );
    case 'knowledge':
    case 'resources':
      return (
        <ResourceChoices
          {...about}
          services={field.type === 'knowledge' ? ['data', 'storage'] : serviceNames}
          none={field.type === 'knowledge' ? t.noKnowledge : t.noResources}
          chosen={idsIn(draft.config[field.key])}
          onChange={setValue}
        />
      );
    case 'events':
      return (
        <EventPicker
          {...about}
          // An empty choice, as opposed to a config that names no events.
          chosen={draft.texts[field.key] === '' ? [] : chosenEvents(draft.config[field.key])}
          error={props.isBroken ? t.noEvents : props.refused}
          onChange={(events) => onChange(withEvents(draft, field.key, events))}
        />
      );
    default:
      return (
        <Field
          {...about}
          value={textOf(draft, field)}
          lines={linesOf[field.type]}
          type={field.type === 'date' ? 'date' : 'text'}
          inputmode={field.type === 'url' ? 'url' : undefined}
          error={props.isBroken ? jsonFault(textOf(draft, field)) : props.refused}
          onInput={(text) => onChange(typedInto(draft, field, text))}
          spellcheck={field.type === 'lines'}
          autocomplete="off"
        />
      );
  }
}

const linesOf = { text: 1, url: 1, date: 1, lines: 4, list: 3, json: 8 } as const;

// If there are more, a search field is shown.
const shownMax = 12;

function ResourceChoices(props: {
  readonly label: string;
  readonly hint?: string;
  readonly services: readonly Service[];
  /** The text to show if there are none. */
  readonly none: string;
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[] | undefined) => void;
}) {
  const text = useSignal('');
  const key = `platform/choices/${props.services.join(' ')}`;
  const known = useResource(key, async (signal) => {
    const lists = await Promise.all(
      servicesIn(signedIn().scopes)
        .filter((service) => props.services.includes(service))
        .map((service) =>
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
    return <p class="quiet">{known.isLoading.value ? t.loading : props.none}</p>;
  const isChosen = (id: string) => props.chosen.includes(id);
  const wanted = text.value.trim().toLowerCase();
  const found = options.filter(
    ([id, name]) => !isChosen(id) && name.toLowerCase().includes(wanted),
  );
  const shown = new Set(found.slice(0, shownMax).map(([id]) => id));
  return (
    <div class="stack tight">
      {options.length > shownMax && <Field label={t.findResource} type="search" value={text} />}
      <Choices
        label={props.label}
        options={[...options.filter(([id]) => isChosen(id) || shown.has(id)), ...others]}
        chosen={props.chosen}
        onChange={(ids) => props.onChange(ids.length === 0 ? undefined : ids)}
      />
      {props.hint !== undefined && <p class="hint">{props.hint}</p>}
    </div>
  );
}

/** One id or a list of ids. */
function idsIn(value: unknown): readonly string[] {
  return [value].flat().filter((id) => typeof id === 'string');
}
