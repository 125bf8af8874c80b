/** What was found, each line to be left out or corrected, beside a try-out that already answers from it. */
import type { Bilingual, Profile, ProfileHours, Proposals } from '@baraza/contract';
import { computed, useSignal } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { Button, IconButton } from '../../../design/buttons.tsx';
import { Field } from '../../../design/fields.tsx';
import { Badge, Card } from '../../../design/notes.tsx';
import { setTo, useFlag } from '../../../design/signals.ts';
import { count } from '../../../words/figures.ts';
import { language, localized } from '../../../words/language.ts';
import { amountOf, usualCurrency } from '../prices/price-text.ts';
import { meantPrice } from '../prices/same-item.ts';
import { type Draft, mainLanguage } from '../profile/draft.ts';
import { entryTitle, fieldLabel, hoursLine } from '../profile/readable.ts';
import { TryIt } from '../try/try-it.tsx';
import { languageOf, type Proposal, withChosen } from './chosen.ts';
import { type Doubts, doubtsIn, fieldValue, offAtFirst } from './doubts.ts';
import { type GroupName, groupNames, groupOf } from './groups.ts';
import { ideasFrom } from './ideas.ts';
import { type Reading, shortAddress } from './reading.ts';
import { t } from './words.ts';

const shownStep = 8;

interface Choice {
  readonly reading: Reading;
  readonly profile: Profile;
  readonly doubts: Doubts;
  readonly isOn: (id: string) => boolean;
}

export function FoundList(props: {
  readonly draft: Draft;
  readonly reading: Reading;
  readonly profile: Profile;
  readonly useLabel: (count: number) => string;
  readonly onUse: (chosen: readonly Proposal[]) => unknown;
  /** Shown beside the button that uses what is chosen. */
  readonly children: ComponentChildren;
}) {
  const { draft, reading, profile } = props;
  const found = reading.found.value?.proposals;
  // Doubts are about what was found: a correction takes none of the other lines away.
  const { doubts, off } = useMemo(() => {
    const all = doubtsIn(found ?? [], profile);
    return { doubts: all, off: offAtFirst(found ?? [], all) };
  }, [found, profile]);
  const all = reading.all.value;
  const { value: switched } = reading.switched;
  const isOn = (id: string) => switched.get(id) ?? !off.has(id);
  const chosen = all.filter(({ id }) => isOn(id));
  const choice: Choice = { reading, profile, doubts, isOn };
  const groups = Map.groupBy(all, groupOf);
  const doubtful = all.filter(({ id }) => doubts.has(id) && !isOn(id)).length;
  return (
    <>
      <div class="found">
        <div class="stack grow">
          <p class="caution-note small found-note">{doubtful > 0 && t.doubtful(doubtful)}</p>
          {groupNames.map((name) => (
            <FoundGroup key={name} name={name} proposals={groups.get(name) ?? []} choice={choice} />
          ))}
          <LeftOut leftOut={reading.found.value?.leftOut ?? []} />
        </div>
        <aside class="found-try" id="found-try" aria-label={t.tryTitle}>
          <Trial draft={draft} profile={profile} chosen={chosen} />
        </aside>
      </div>
      {all.length > 0 && (
        <div class="sticky-bar found-bar">
          <div class="grow">
            {props.children}
            <p class="quiet small">{t.notYet}</p>
          </div>
          <Button
            kind="primary"
            isBusy={draft.isSaving.value}
            isDisabled={chosen.length === 0}
            onClick={() => props.onUse(chosen)}
            label={props.useLabel(chosen.length)}
          />
        </div>
      )}
    </>
  );
}

function Trial(props: {
  readonly draft: Draft;
  readonly profile: Profile;
  readonly chosen: readonly Proposal[];
}) {
  const { draft, profile, chosen } = props;
  const latest = useSignal({ profile, chosen });
  latest.value = { profile, chosen };
  const trial = useMemo(
    () => ({
      site: draft.site,
      written: computed(() => withChosen(latest.value.profile, latest.value.chosen)),
    }),
    [draft.site],
  );
  const spoken = languageOf(chosen) ?? mainLanguage(profile);
  return (
    <div class="stack">
      <div class="row apart">
        <h2>{t.tryTitle}</h2>
        <Badge kind="good">{t.onlyYou}</Badge>
      </div>
      <TryIt draft={trial} isIntroduced ideas={ideasFrom(chosen, spoken)} />
    </div>
  );
}

function LeftOut({ leftOut }: { readonly leftOut: Proposals['left_out'] }) {
  if (leftOut.length === 0) return null;
  return (
    <details class="card stack left-out">
      <summary>{t.leftOut(leftOut.length)}</summary>
      <ul class="ruled-list">
        {leftOut.map(({ from, why }, at) => (
          <li key={at} class="stack">
            <b class="anywhere">{shortAddress(from)}</b>
            <span class="quiet">{why}</span>
          </li>
        ))}
      </ul>
    </details>
  );
}

function FoundGroup(props: {
  readonly name: GroupName;
  readonly proposals: readonly Proposal[];
  readonly choice: Choice;
}) {
  const shown = useSignal(shownStep);
  const { name, proposals, choice } = props;
  const { switched } = choice.reading;
  const title = t.groups[name];
  // Those that need a look stay as they are.
  const sure = proposals.filter(({ id }) => !choice.doubts.has(id));
  const isAll = sure.every(({ id }) => choice.isOn(id));
  const switchAll = () => {
    switched.value = new Map([
      ...switched.value,
      ...(isAll ? proposals : sure).map(({ id }) => [id, !isAll] as const),
    ]);
  };
  if (proposals.length === 0) return null;
  return (
    <Card
      title={`${title} (${count(proposals.length)})`}
      actions={
        proposals.length > 1 && (
          <Button
            kind="quiet"
            onClick={switchAll}
            label={isAll ? t.none : t.all}
            about={` ${title}`}
          />
        )
      }
    >
      <ul class="ruled-list">
        {proposals.slice(0, shown.value).map((proposal) => (
          <FoundRow key={proposal.id} proposal={proposal} choice={choice} />
        ))}
      </ul>
      {proposals.length > shown.value && (
        <Button
          onClick={setTo(shown, shown.value + shownStep * 5)}
          isWide
          label={t.more(proposals.length - shown.value)}
        />
      )}
    </Card>
  );
}

const editable =
  'business about phone whatsapp email address item question title price currency unit answer text note'.split(
    ' ',
  );
const long = ['answer', 'text', 'about'];

function FoundRow(props: { readonly proposal: Proposal; readonly choice: Choice }) {
  const { proposal, choice } = props;
  const { reading, doubts, profile } = choice;
  const editing = useFlag();
  const entry = proposal.entry as Readonly<Record<string, unknown>>;
  const doubt = doubts.get(proposal.id);
  const isOn = choice.isOn(proposal.id);
  const { title, body } = linesOf(proposal, profile);
  const place = t.from(shortPlace(proposal.from, reading));
  const toggle = () => {
    const rivals = isOn ? [] : (doubt?.rivals ?? []);
    reading.switched.value = new Map([
      ...reading.switched.value,
      ...rivals.map((id) => [id, false] as const),
      [proposal.id, !isOn],
    ]);
  };
  const edit = (name: string, text: string) => {
    const next = { ...proposal, entry: { ...entry, [name]: editedValue(entry[name], text) } };
    reading.edited.value = new Map([...reading.edited.value, [proposal.id, next as Proposal]]);
  };
  const changed =
    proposal.list === 'prices' ? meantPrice(profile.prices, entry as never) : undefined;
  const isChange =
    changed !== undefined && (changed.price !== entry.price || changed.currency !== entry.currency);
  return (
    <li class={isOn ? '' : 'unticked'}>
      <div class="proposal">
        <label class="grow">
          <input type="checkbox" class="found-switch" checked={isOn} onChange={toggle} />
          <span class="grow">
            <b class="proposal-title">{title}</b>
            {body !== '' && (
              <span class={`quiet proposal-body${proposal.list === 'profile' ? ' small' : ''}`}>
                {body}
                {proposal.list === 'profile' && place !== '' && ` · ${place}`}
              </span>
            )}
            {doubt !== undefined && (
              <span class="small found-doubt">{t.doubts[doubt.kind](doubt.existing ?? '')}</span>
            )}
            {isChange && (
              <span class="small">{t.changes(entryTitle(changed), amountOf(changed))}</span>
            )}
            {place !== '' && !(proposal.list === 'profile' && body !== '') && (
              <span class="quiet small">{place}</span>
            )}
          </span>
        </label>
        {proposal.list !== 'hours' && (
          <IconButton
            icon="edit"
            more={{ 'aria-expanded': editing.isOn }}
            onClick={editing.toggle}
            label={t.edit(title.slice(0, 60))}
          />
        )}
      </div>
      {editing.isOn && (
        <div class="stack proposal-form">
          {editable
            .filter((name) => entry[name] !== undefined)
            .map((name) => (
              <Field
                key={name}
                label={fieldLabel(name)}
                lines={long.includes(name) ? 4 : 1}
                value={textOf(entry[name])}
                onInput={(text) => edit(name, text)}
              />
            ))}
        </div>
      )}
    </li>
  );
}

/** A proposal as a visitor would hear it. */
function linesOf(proposal: Proposal, profile: Profile) {
  const { list } = proposal;
  const entry = proposal.entry as Readonly<Record<string, unknown>>;
  if (list === 'hours')
    return { title: hoursLine(proposal.entry as unknown as ProfileHours), body: '' };
  if (list === 'profile')
    return { title: fieldValue(proposal), body: fieldLabel(Object.keys(entry)[0] ?? '') };
  if (list !== 'prices')
    return { title: entryTitle(entry), body: textOf(entry.answer ?? entry.text) };
  const { price, currency, unit, note } = entry as Readonly<Record<string, string>>;
  const amount = amountOf({
    price: price as never,
    currency: currency === '' ? usualCurrency(profile) : (currency ?? ''),
  });
  return {
    title: `${entryTitle(entry)}${unit === undefined ? '' : ` (${unit})`}: ${amount}`,
    body: note ?? '',
  };
}

/** The page within the website that was read; any other place as it is. */
function shortPlace(from: string, { found }: Reading): string {
  const url = URL.parse(from);
  const all = found.peek()?.proposals ?? [];
  // With one page there is nothing to tell apart.
  if (all.every((one) => one.from === from)) return '';
  if (url === null || !/^https?:$/.test(url.protocol)) return from;
  if (found.peek()?.website === undefined) return shortAddress(from);
  return url.pathname === '/' ? t.firstPage : decoded(url.pathname);
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function textOf(value: unknown): string {
  return typeof value === 'number' ? String(value) : localized(value as Bilingual | undefined);
}

function editedValue(before: unknown, text: string): unknown {
  if (typeof before === 'number') return /^\d+(\.\d+)?$/.test(text) ? Number(text) : text;
  return typeof before === 'object' ? { ...before, [language.value]: text } : text;
}
