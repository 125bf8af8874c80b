import type { StoredRecord } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect, useId } from 'preact/hooks';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { speak } from '../../../words/language.ts';
import { columnsOf } from './record-columns.ts';
import { type Filter, operators, type RecordQuery } from './record-query.ts';
import { words } from './words.ts';
import './records.css';

const filtersMax = 5;
const settleMs = 300;

export function RecordFilters(props: {
  readonly query: RecordQuery;
  readonly entries: readonly StoredRecord[];
  readonly onChange: (query: RecordQuery) => void;
}) {
  const t = speak(words);
  const draft = useSignal(props.query);
  const { filters } = draft.value;
  // Asked once the typing pauses; what was set elsewhere, such as the order, is kept.
  useEffect(() => {
    const { q, filters: wanted, isNewestFirst } = draft.value;
    const next = { ...props.query, q, filters: wanted, isNewestFirst };
    if (JSON.stringify(next) === JSON.stringify(props.query)) return;
    const timer = setTimeout(() => props.onChange(next), settleMs);
    return () => clearTimeout(timer);
  }, [draft.value]);
  useEffect(() => {
    if (props.query.q === '' && props.query.filters.length === 0) draft.value = props.query;
  }, [props.query]);
  const set = (at: number, filter: Filter | undefined) => {
    const next = filters.flatMap((one, index) =>
      index !== at ? [one] : filter === undefined ? [] : [filter],
    );
    draft.value = { ...draft.value, filters: next };
  };
  const known = columnsOf(props.entries.slice(0, 100).map(({ record }) => record));
  return (
    <search class="stack tight">
      <div class="record-search">
        <Field
          label={t.search}
          type="search"
          value={draft.value.q}
          onInput={(q) => {
            draft.value = { ...draft.value, q };
          }}
        />
        <Button
          kind="quiet"
          icon="versions"
          more={{ 'aria-pressed': draft.value.isNewestFirst }}
          onClick={() => {
            draft.value = { ...draft.value, isNewestFirst: !draft.value.isNewestFirst };
          }}
        >
          {draft.value.isNewestFirst ? t.newest : t.oldest}
        </Button>
        {filters.length < filtersMax && (
          <Button
            icon="plus"
            onClick={() => {
              draft.value = {
                ...draft.value,
                filters: [...filters, { path: known[0] ?? '', operator: 'is', text: '' }],
              };
            }}
          >
            {t.addFilter}
          </Button>
        )}
      </div>
      {filters.map((filter, at) => (
        <FilterRow
          // Filters have no identity of their own besides their place.
          key={at}
          filter={filter}
          known={known}
          onChange={(next) => set(at, next)}
        />
      ))}
    </search>
  );
}

function FilterRow(props: {
  readonly filter: Filter;
  readonly known: readonly string[];
  readonly onChange: (filter: Filter | undefined) => void;
}) {
  const t = speak(words);
  const id = useId();
  const { filter, onChange } = props;
  return (
    <div class="record-filter">
      <div class="field">
        <label class="label" for={id}>
          {t.path}
        </label>
        <input
          class="input"
          id={id}
          list={`${id}-known`}
          value={filter.path}
          autocomplete="off"
          spellcheck={false}
          onInput={(event) => onChange({ ...filter, path: event.currentTarget.value })}
        />
        <datalist id={`${id}-known`}>
          {props.known.map((name) => (
            <option key={name} value={name} />
          ))}
        </datalist>
      </div>
      <Select
        label={t.operator}
        value={filter.operator}
        options={operators.map((value) => ({ value, label: t.operators[value] }))}
        onChange={(operator) => onChange({ ...filter, operator })}
      />
      <Field
        label={t.value}
        value={filter.text}
        onInput={(text) => onChange({ ...filter, text })}
        more={{ autocomplete: 'off', spellcheck: false }}
      />
      <Button kind="quiet" icon="close" isIconOnly onClick={() => onChange(undefined)}>
        {t.removeFilter}
      </Button>
    </div>
  );
}
