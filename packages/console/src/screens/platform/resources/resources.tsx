/** The resources of one service: search, filters, and a form for each kind that is usual there. */

import type { Resource, Service, State } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { signedIn } from '../../../api/session.ts';
import { useCommands } from '../../../app/commands.ts';
import { Page } from '../../../app/page.tsx';
import type { ScreenProps } from '../../../app/router.ts';
import { into, put } from '../../../design/base/bind.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Button } from '../../../design/controls/button.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { EmptyState } from '../../../design/notes/empty-state.tsx';
import { Loaded } from '../../../design/notes/loaded.tsx';
import { ago, bytes, count } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { isService, mayWrite, services } from '../services.ts';
import { CreateResource } from './create-resource.tsx';
import { StateBadge } from './state-badge.tsx';
import { words } from './words.ts';
import './resources.css';

interface Filter {
  readonly q: string;
  readonly kind: string;
  readonly state: State | '';
}

const noFilter: Filter = { q: '', kind: '', state: '' };

export function Resources({ params }: ScreenProps) {
  const service = isService(params.service) ? params.service : 'data';
  return <ServiceResources key={service} service={service} />;
}

function ServiceResources({ service }: { readonly service: Service }) {
  const t = speak(words);
  const about = services[service];
  const spoken = language.value;
  const filter = useSignal(noFilter);
  const asked = useSettled(filter.value);
  const isCreating = useSignal(false);
  const isWriter = mayWrite(signedIn().scopes, service);
  const list = useResource(`platform/${service}/${JSON.stringify(asked)}`, (signal) =>
    client.platform.resources.list({
      service,
      activityLimit: 1,
      ...(asked.q.trim() === '' ? {} : { q: asked.q.trim() }),
      ...(asked.kind === '' ? {} : { kind: asked.kind }),
      ...(asked.state === '' ? {} : { state: asked.state }),
      signal,
    }),
  );
  const create = put(isCreating, true);
  useCommands(
    () =>
      isWriter
        ? [
            {
              id: `create-${service}`,
              title: `${t.create}: ${about.label[spoken]}`,
              icon: 'plus',
              run: create,
            },
          ]
        : [],
    [service, isWriter],
  );
  const found = list.data.value;
  const isFiltered = JSON.stringify(filter.value) !== JSON.stringify(noFilter);
  return (
    <Page
      title={about.label[spoken]}
      lead={about.about[spoken]}
      actions={
        isWriter ? (
          <Button kind="primary" icon="plus" onClick={create}>
            {t.create}
          </Button>
        ) : undefined
      }
    >
      {!isWriter && <p class="quiet">{t.readOnly}</p>}
      {(isFiltered || (found?.total ?? 0) > 0) && (
        <Filters service={service} filter={filter.value} onChange={into(filter)} />
      )}
      <Loaded resource={list} lines={5} />
      {found !== undefined && found.resources.length > 0 && (
        <>
          <p class="quiet small" role="status">
            {t.total(count(found.total))}
          </p>
          <VirtualList
            label={about.label[spoken]}
            rowCount={found.resources.length}
            rowHeight={76}
            rowAt={(index) => found.resources[index]}
          >
            {(resource) => <ResourceRow resource={resource} />}
          </VirtualList>
        </>
      )}
      {found?.resources.length === 0 && (
        <EmptyState
          icon={isFiltered ? 'search' : about.icon}
          title={t.emptyTitle}
          text={isFiltered ? t.emptyFilter : t.emptyText(about.about[spoken])}
        >
          {isFiltered ? (
            <Button onClick={put(filter, noFilter)}>{t.clear}</Button>
          ) : (
            isWriter && (
              <Button kind="primary" icon="plus" onClick={create}>
                {t.create}
              </Button>
            )
          )}
        </EmptyState>
      )}
      {isCreating.value && <CreateResource service={service} onClose={put(isCreating, false)} />}
    </Page>
  );
}

function ResourceRow({ resource }: { readonly resource: Resource }) {
  const about = services[resource.service].kinds.find(({ kind }) => kind === resource.kind);
  const kind = about?.label[language.value] ?? resource.kind;
  const content = contentOf(resource);
  return (
    <a href={`#/platform/resources/${resource.id}`}>
      <span class="grow stack resource-words">
        <b class="clip">{resource.name}</b>
        <span class="quiet small clip">
          {[kind, content, ago(resource.updatedAt)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <StateBadge state={resource.state} />
      <Icon name="forward" />
    </a>
  );
}

export function contentOf(resource: Resource): string | undefined {
  const t = speak(words);
  const { recordCount, objectCount } = resource;
  if (resource.service === 'storage' && objectCount !== undefined)
    return t.objects(count(objectCount), bytes(resource.bytes ?? 0));
  if (recordCount === undefined) return undefined;
  return resource.service === 'connect'
    ? t.entries(count(recordCount))
    : t.records(count(recordCount));
}

function Filters(props: {
  readonly service: Service;
  readonly filter: Filter;
  readonly onChange: (filter: Filter) => void;
}) {
  const t = speak(words);
  const { filter, onChange, service } = props;
  const kinds = services[service].kinds;
  const states = Object.entries(t.states).map(([value, label]) => ({
    value: value as State,
    label,
  }));
  return (
    <search class="resource-filters">
      <Field
        label={t.search}
        type="search"
        value={filter.q}
        onInput={(q) => onChange({ ...filter, q })}
      />
      {kinds.length > 1 && (
        <Select
          label={t.kind}
          value={filter.kind}
          options={[
            { value: '', label: t.any },
            ...kinds.map(({ kind, label }) => ({ value: kind, label: label[language.value] })),
          ]}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      )}
      <Select
        label={t.state}
        value={filter.state}
        options={[{ value: '', label: t.any }, ...states]}
        onChange={(state) => onChange({ ...filter, state })}
      />
    </search>
  );
}

/** What was typed, once the typing pauses. */
function useSettled<Value>(value: Value, ms = 250): Value {
  const settled = useSignal(value);
  useEffect(() => {
    const timer = setTimeout(() => {
      settled.value = value;
    }, ms);
    return () => clearTimeout(timer);
  }, [JSON.stringify(value)]);
  return settled.value;
}
