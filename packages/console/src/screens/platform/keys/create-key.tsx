import type { IssuedKey, Service } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useResource } from '../../../api/client.ts';
import { signedIn } from '../../../api/session.ts';
import { FormSheet } from '../../../design/dialogs.tsx';
import { Choice, Choices, Field, Select } from '../../../design/fields.tsx';
import { setterOf } from '../../../design/signals.ts';
import { inCurrent } from '../../../words/language.ts';
import { mayWrite, serviceNames, services, servicesIn } from '../services.ts';
import { type Access, scopesOf } from './scopes.ts';
import { t } from './words.ts';

type Accesses = Readonly<Record<Service, Access>>;

const noAccess = Object.fromEntries(serviceNames.map((service) => [service, 'none'])) as Accesses;

export function CreateKey(props: {
  readonly onCreated: (key: IssuedKey) => void;
  readonly onClose: () => void;
}) {
  const type = useSignal<'platform' | 'owner'>('platform');
  const name = useSignal('');
  const access = useSignal<Accesses>({ ...noAccess, data: 'read' });
  const which = useSignal<'all' | 'some'>('all');
  const chosen = useSignal<readonly string[]>([]);
  const end = useSignal<keyof typeof t.endsIn>('90');
  const isPlatform = type.value === 'platform';
  const isSome = which.value === 'some';
  const create = async () => {
    const platform = {
      type: 'platform' as const,
      name: name.value,
      scopes: [...scopesOf(access.value)],
      resources: isSome ? [...chosen.value] : null,
      expiresInDays: end.value === 'never' ? null : Number(end.value),
    };
    props.onCreated(
      await client.keys.create(isPlatform ? platform : { type: 'owner', name: name.value }),
    );
  };
  const complaint = () => {
    if (isPlatform && scopesOf(access.value).length === 0) return t.noAccess;
    return isPlatform && isSome && chosen.value.length === 0 ? t.noneChosen : undefined;
  };
  return (
    <FormSheet
      title={t.create}
      action={t.create}
      complaint={complaint}
      onSubmit={create}
      onClose={props.onClose}
    >
      {signedIn().kind !== 'key' && <Choice label={t.type} value={type} options={t.types} />}
      <p class="quiet small">{isPlatform ? t.typePlatformAbout : t.typeOwnerAbout}</p>
      <Field label={t.name} hint={t.nameHint} isRequired value={name} maxlength={200} />
      {isPlatform && (
        <>
          <AccessFields access={access.value} onChange={setterOf(access)} />
          <Choice label={t.which} value={which} options={{ all: t.all, some: t.whichSome }} />
          {isSome && <ResourceChoice chosen={chosen.value} onChange={setterOf(chosen)} />}
          <Select label={t.ends} value={end} options={t.endsIn} />
        </>
      )}
    </FormSheet>
  );
}

/** Offers only what the session itself may do. */
function AccessFields(props: {
  readonly access: Accesses;
  readonly onChange: (access: Accesses) => void;
}) {
  const { scopes } = signedIn();
  return (
    <fieldset>
      <legend class="label">{t.access}</legend>
      <div class="key-access">
        {servicesIn(scopes).map((service) => (
          <Select<Access>
            key={service}
            label={inCurrent(services[service].label)}
            value={props.access[service]}
            options={(['none', 'read', 'write'] as const)
              .filter((level) => level !== 'write' || mayWrite(scopes, service))
              .map((value) => [value, t.levels[value]])}
            onChange={(level) => props.onChange({ ...props.access, [service]: level })}
          />
        ))}
      </div>
    </fieldset>
  );
}

function ResourceChoice(props: {
  readonly chosen: readonly string[];
  readonly onChange: (ids: readonly string[]) => void;
}) {
  const known = useResource('platform/for-keys', (signal) =>
    client.platform.resources.list({ limit: 200, activityLimit: 1, signal }),
  );
  const resources = known.data.value?.resources ?? [];
  if (resources.length === 0) return <p class="quiet">{t.noResources}</p>;
  return (
    <Choices {...props} label={t.someLabel} options={resources.map(({ id, name }) => [id, name])} />
  );
}
