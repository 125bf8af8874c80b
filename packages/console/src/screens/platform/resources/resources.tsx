/** The resources of one service: search, filters, and a form that creates one. */
import type { CreatedResource, Resource, Service, State } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, forgetResources, useResource } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { signedIn } from '../../../api/session.ts';
import { Page, type ScreenProps } from '../../../app/page.tsx';
import { navigate } from '../../../app/router.ts';
import { Button } from '../../../design/buttons.tsx';
import { FormSheet, ShownOnce } from '../../../design/dialogs.tsx';
import { Choice, Field, Select } from '../../../design/fields.tsx';
import { Icon } from '../../../design/icon.tsx';
import { VirtualList } from '../../../design/lists/virtual-list.tsx';
import { Badge, EmptyState, Loaded } from '../../../design/notes.tsx';
import { setTo, setterOf, useDebounced, useFlag } from '../../../design/signals.ts';
import { toast } from '../../../design/toast.tsx';
import { ago, bytes, count } from '../../../words/figures.ts';
import { inCurrent } from '../../../words/language.ts';
import { brokenField, draftOf } from '../config/config-draft.ts';
import { fieldsOf } from '../config/config-fields.ts';
import { ConfigForm } from '../config/config-form.tsx';
import { type ConfigRefusal, configRefusal } from '../config/config-refusal.ts';
import { warningText } from '../config/config-warnings.tsx';
import { isService, mayWrite, services } from '../services.ts';
import { t } from './words.ts';
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
  const label = inCurrent(services[service].label);
  const about = inCurrent(services[service].about);
  const filter = useSignal(noFilter);
  const asked = useDebounced(filter.value);
  const creating = useFlag();
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
  const isFiltered = JSON.stringify(filter.value) !== JSON.stringify(noFilter);
  return (
    <Page
      title={label}
      lead={about}
      primary={isWriter && { label: t.create, command: t.createOf(label), run: creating.on }}
    >
      {!isWriter && <p class="quiet">{t.readOnly}</p>}
      {(isFiltered || (list.data.value?.total ?? 0) > 0) && (
        <Filters service={service} filter={filter.value} onChange={setterOf(filter)} />
      )}
      <Loaded resource={list}>
        {({ resources, total }) =>
          resources.length > 0 ? (
            <>
              <p class="quiet small" role="status">
                {t.total(count(total))}
              </p>
              <VirtualList label={label} rowHeight={76} rows={resources}>
                {(resource) => <ResourceRow resource={resource} />}
              </VirtualList>
            </>
          ) : (
            <EmptyState
              icon={isFiltered ? 'search' : services[service].icon}
              title={t.emptyTitle}
              text={isFiltered ? t.emptyFilter : t.emptyText(about)}
            >
              {isFiltered && <Button label={t.clearFilters} onClick={setTo(filter, noFilter)} />}
              {!isFiltered && isWriter && (
                <Button kind="primary" icon="plus" label={t.create} onClick={creating.on} />
              )}
            </EmptyState>
          )
        }
      </Loaded>
      {creating.isOn && <CreateResource service={service} onClose={creating.off} />}
    </Page>
  );
}

function ResourceRow({ resource }: { readonly resource: Resource }) {
  const about = services[resource.service].kinds.find(({ kind }) => kind === resource.kind);
  const kind = about === undefined ? resource.kind : inCurrent(about.label);
  return (
    <a href={`#/platform/resources/${resource.id}`}>
      <span class="grow stack close">
        <b class="clip">{resource.name}</b>
        <span class="quiet small clip">
          {[kind, contentOf(resource), ago(resource.updatedAt)].filter(Boolean).join(' · ')}
        </span>
      </span>
      <StateBadge state={resource.state} />
      <Icon name="forward" />
    </a>
  );
}

const stateBadges = {
  active: 'good',
  validated: 'good',
  captured: 'good',
  completed: 'plain',
  archived: 'plain',
  invalid: 'alarm',
} as const;

export function StateBadge({ state }: { readonly state: State }) {
  return <Badge kind={stateBadges[state]}>{t.states[state]}</Badge>;
}

export function contentOf(resource: Resource): string | undefined {
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
  const { filter, onChange } = props;
  const { kinds } = services[props.service];
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
          none={t.all}
          options={kinds.map(({ kind, label }) => [kind, inCurrent(label)])}
          onChange={(kind) => onChange({ ...filter, kind })}
        />
      )}
      <Select
        label={t.state}
        value={filter.state}
        none={t.all}
        options={t.states}
        onChange={(state) => onChange({ ...filter, state })}
      />
    </search>
  );
}

const other = '…';

function CreateResource(props: { readonly service: Service; readonly onClose: () => void }) {
  const { service, onClose } = props;
  const { kinds, label } = services[service];
  const chosen = useSignal<string>(kinds[0]?.kind ?? other);
  const ownKind = useSignal('');
  const name = useSignal('');
  const draft = useSignal(draftOf({}));
  const created = useSignal<CreatedResource>();
  const refusal = useSignal<ConfigRefusal>();
  const usual = kinds.find((one) => one.kind === chosen.value);
  const kind = usual?.kind ?? ownKind.value.trim();
  const fields = fieldsOf(service, kind);
  const submit = async () => {
    if (brokenField(draft.value, fields) !== undefined) return;
    const { config } = draft.value;
    const wanted = { service, kind, name: name.value, config };
    refusal.value = undefined;
    const resource = await client.platform.resources.create(wanted).catch((error: unknown) => {
      refusal.value = configRefusal(asProblem(error).message, fields);
      if (refusal.value === undefined) throw error;
    });
    if (resource === undefined) return;
    forgetResources('platform/');
    if (resource.secret === undefined) open(resource);
    else created.value = resource;
  };
  const open = ({ id, warnings = [] }: CreatedResource) => {
    onClose();
    toast({ text: t.createdToast });
    for (const warning of warnings) toast({ text: warningText(warning), kind: 'alarm' });
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
      <ConfigForm
        fields={fields}
        draft={draft.value}
        refusal={refusal.value}
        onChange={(next) => {
          draft.value = next;
          refusal.value = undefined;
        }}
      />
    </FormSheet>
  );
}
