import type { IssuedKey, Service } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client } from '../../../api/client.ts';
import { useResource } from '../../../api/resource.ts';
import { signedIn } from '../../../api/session.ts';
import { useWork } from '../../../api/work.ts';
import { into } from '../../../design/base/bind.ts';
import { Button } from '../../../design/controls/button.tsx';
import { Choices } from '../../../design/controls/choices.tsx';
import { Field } from '../../../design/controls/field.tsx';
import { Select } from '../../../design/controls/select.tsx';
import { Sheet } from '../../../design/layers/dialog.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { language, speak } from '../../../words/language.ts';
import { mayWrite, serviceNames, services, servicesIn } from '../services.ts';
import { type Access, scopesOf } from './scopes.ts';
import { words } from './words.ts';

const ends = ['7', '30', '90', '365', 'never'] as const;
type Accesses = Readonly<Record<Service, Access>>;

const noAccess = Object.fromEntries(serviceNames.map((service) => [service, 'none'])) as Accesses;

export function MakeKey(props: {
  readonly onMade: (made: IssuedKey) => void;
  readonly onClose: () => void;
}) {
  const t = speak(words);
  const isKeySession = signedIn().kind === 'key';
  const type = useSignal<'platform' | 'owner'>('platform');
  const name = useSignal('');
  const access = useSignal<Accesses>({ ...noAccess, data: 'read' });
  const isSome = useSignal(false);
  const chosen = useSignal<readonly string[]>([]);
  const end = useSignal<(typeof ends)[number]>('90');
  const complaint = useSignal<string | undefined>(undefined);
  const { isBusy, problem, run } = useWork();

  const make = async () => {
    const scopes = scopesOf(access.value);
    const days = end.value === 'never' ? null : Number(end.value);
    props.onMade(
      await client.keys.create(
        type.value === 'owner'
          ? { type: 'owner', name: name.value }
          : {
              type: 'platform',
              name: name.value,
              scopes: [...scopes],
              resources: isSome.value ? [...chosen.value] : null,
              expiresInDays: days,
            },
      ),
    );
  };
  const submit = (event: Event) => {
    event.preventDefault();
    const isPlatform = type.value === 'platform';
    if (isPlatform && scopesOf(access.value).length === 0) complaint.value = t.noAccess;
    else if (isPlatform && isSome.value && chosen.value.length === 0)
      complaint.value = t.noneChosen;
    else {
      complaint.value = undefined;
      void run(make);
    }
  };
  return (
    <Sheet title={t.make} onClose={props.onClose}>
      <form class="stack" onSubmit={submit}>
        {!isKeySession && (
          <Choices
            label={t.type}
            isSingle
            options={[
              { value: 'platform', label: t.typePlatform },
              { value: 'owner', label: t.typeOwner },
            ]}
            chosen={[type.value]}
            onChange={([next]) => {
              type.value = next ?? 'platform';
            }}
          />
        )}
        <p class="quiet small">{type.value === 'owner' ? t.typeOwnerAbout : t.typePlatformAbout}</p>
        <Field
          label={t.name}
          hint={t.nameHint}
          isRequired
          value={name.value}
          onInput={into(name)}
          more={{ maxlength: 200, autocomplete: 'off' }}
        />
        {type.value === 'platform' && (
          <>
            <AccessFields access={access.value} onChange={into(access)} />
            <Choices
              label={t.which}
              isSingle
              options={[
                { value: 'all', label: t.whichAll },
                { value: 'some', label: t.whichSome },
              ]}
              chosen={[isSome.value ? 'some' : 'all']}
              onChange={([next]) => {
                isSome.value = next === 'some';
              }}
            />
            {isSome.value && <ResourceChoice chosen={chosen.value} onChange={into(chosen)} />}
            <Select
              label={t.ends}
              value={end.value}
              options={ends.map((value) => ({ value, label: t.endsIn[value] }))}
              onChange={into(end)}
            />
          </>
        )}
        {complaint.value !== undefined && (
          <p class="complaint" role="alert">
            {complaint.value}
          </p>
        )}
        <ErrorNote problem={problem.value} />
        <Button kind="primary" type="submit" isWide isBusy={isBusy.value}>
          {t.make}
        </Button>
      </form>
    </Sheet>
  );
}

/** Offers only what the session itself may do. */
function AccessFields(props: {
  readonly access: Accesses;
  readonly onChange: (access: Accesses) => void;
}) {
  const t = speak(words);
  const { scopes } = signedIn();
  return (
    <fieldset>
      <legend class="label">{t.access}</legend>
      <div class="key-access">
        {servicesIn(scopes).map((service) => (
          <Select<Access>
            key={service}
            label={services[service].label[language.value]}
            value={props.access[service]}
            options={(['none', 'read', 'write'] as const)
              .filter((level) => level !== 'write' || mayWrite(scopes, service))
              .map((value) => ({ value, label: t.levels[value] }))}
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
  const t = speak(words);
  const known = useResource('platform/for-keys', (signal) =>
    client.platform.resources.list({ limit: 200, activityLimit: 1, signal }),
  );
  const resources = known.data.value?.resources ?? [];
  if (resources.length === 0) return <p class="quiet">{t.noResources}</p>;
  return (
    <Choices
      label={t.someLabel}
      options={resources.map(({ id, name }) => ({ value: id, label: name }))}
      chosen={props.chosen}
      onChange={props.onChange}
    />
  );
}
