import type { Profile, ProfileHours } from '@baraza/contract';
import { IconButton } from '../../../design/buttons.tsx';
import { useFlag } from '../../../design/signals.ts';
import { amountOf, usualCurrency } from '../prices/price-text.ts';
import { meantPrice } from '../prices/same-item.ts';
import { entryTitle, fieldLabel, hoursLine } from '../profile/readable.ts';
import { isUnfinished, type Proposal, type Writable } from './chosen.ts';
import { type Doubts, fieldValue } from './doubts.ts';
import { LineForm, textOf } from './line-form.tsx';
import { type Reading, shortAddress } from './reading.ts';
import { t } from './words.ts';

export interface Choice {
  readonly reading: Reading;
  readonly profile: Profile;
  readonly doubts: Doubts;
  readonly isOn: (id: string) => boolean;
}

/** One line of what was found: it is switched on and off, and corrected in a form below it. */
export function FoundRow(props: { readonly proposal: Proposal; readonly choice: Choice }) {
  const { proposal, choice } = props;
  const { reading, doubts, profile } = choice;
  const editing = useFlag(isUnfinished(proposal));
  const entry = proposal.entry as Readonly<Record<string, unknown>>;
  const doubt = doubts.get(proposal.id);
  const isOn = choice.isOn(proposal.id);
  const unfinished = isUnfinished(proposal) ? t.unfinished[proposal.list as Writable] : undefined;
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
  const changed =
    proposal.list === 'prices' ? meantPrice(profile.prices, entry as never) : undefined;
  const isChange =
    changed !== undefined && (changed.price !== entry.price || changed.currency !== entry.currency);
  return (
    <li class={isOn ? '' : 'unticked'} data-line={proposal.id}>
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
            {unfinished !== undefined && <span class="small found-doubt">{unfinished}</span>}
            {isChange && (
              <span class="small">{t.changes(entryTitle(changed), amountOf(changed))}</span>
            )}
            {place !== '' && !(proposal.list === 'profile' && body !== '') && (
              <span class="quiet small">{place}</span>
            )}
          </span>
        </label>
        <IconButton
          icon="edit"
          more={{ 'aria-expanded': editing.isOn }}
          onClick={editing.toggle}
          label={t.edit(title.slice(0, 60))}
        />
      </div>
      {editing.isOn && <LineForm proposal={proposal} reading={reading} onDone={editing.off} />}
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
    return { title: entryTitle(entry) || t.newLine.faqs, body: textOf(entry.answer ?? entry.text) };
  if (entryTitle(entry) === '') return { title: t.newLine.prices, body: '' };
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
  if (all.every((one) => one.from === from || one.from === '') || from === '') return '';
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
