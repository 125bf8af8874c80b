/** Two people changed the same profile: shows both changes and asks which to keep. */
import type { Profile } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/buttons.tsx';
import { Dialog } from '../../../design/dialogs.tsx';
import { setTo } from '../../../design/signals.ts';
import { moment } from '../../../words/figures.ts';
import { type Clash, type Draft, settle } from '../profile/draft.ts';
import { type Conflict, resolveMerge } from '../profile/merge.ts';
import { placeKey } from '../profile/profile.ts';
import { linesOf, personOf, placeLabel } from '../profile/readable.ts';
import { save } from '../profile/saving.ts';
import { t } from './words.ts';
import './conflict.css';

export function ClashDialog({ draft }: { readonly draft: Draft }) {
  const clash = draft.clash.value;
  return clash === undefined ? null : <OpenClash draft={draft} clash={clash} />;
}

function OpenClash({ draft, clash }: { readonly draft: Draft; readonly clash: Clash }) {
  const { conflicts, kept } = clash.merge;
  const theirs = clash.theirs.profile as unknown as Profile;
  const mine = useSignal<ReadonlySet<string>>(new Set(conflicts.map(({ key }) => key)));
  const close = setTo(draft.clash, undefined);
  const join = () => {
    settle(draft, clash.theirs);
    draft.written.value = resolveMerge(clash.merge, mine.value);
    close();
    void save(draft);
  };
  return (
    <Dialog
      title={t.title}
      onClose={close}
      actions={
        <>
          <Button onClick={close} label={t.later} />
          <Button
            kind="primary"
            onClick={join}
            label={conflicts.length === 0 ? t.saveBoth : t.saveChosen}
          />
        </>
      }
    >
      <p>{t.who(personOf(clash.by), clash.at === undefined ? '' : moment(clash.at))}</p>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.key}
          conflict={conflict}
          label={placeLabel(conflict.place, theirs, draft.written.value, draft.base.value)}
          isMine={mine.value.has(conflict.key)}
          onChoose={(isMine) => {
            const others = [...mine.value].filter((key) => key !== conflict.key);
            mine.value = new Set(isMine ? [...others, conflict.key] : others);
          }}
        />
      ))}
      {kept.length > 0 && (
        <section class="stack tight">
          <h3>{t.kept}</h3>
          <ul class="ruled-list">
            {kept.map(({ place, after }) => (
              <li key={placeKey(place)} class="clash-kept">
                <b>{placeLabel(place, theirs, draft.base.value)}</b>
                <Value value={after} />
              </li>
            ))}
          </ul>
        </section>
      )}
    </Dialog>
  );
}

function ConflictChoice(props: {
  readonly conflict: Conflict;
  readonly label: string;
  readonly isMine: boolean;
  readonly onChoose: (isMine: boolean) => void;
}) {
  const { conflict, isMine, onChoose } = props;
  return (
    <fieldset class="clash stack tight">
      <legend>{props.label}</legend>
      {[true, false].map((isOption) => (
        <label key={isOption} class={`clash-option ${isMine === isOption ? 'chosen' : ''}`}>
          <input
            type="radio"
            name={conflict.key}
            checked={isMine === isOption}
            onChange={() => onChoose(isOption)}
          />
          <span class="grow">
            <b>{isOption ? t.mine : t.theirs}</b>
            <Value value={isOption ? conflict.mine : conflict.theirs} />
          </span>
        </label>
      ))}
      <div class="clash-before quiet small">
        <b>{t.before}</b>
        <Value value={conflict.before} />
      </div>
    </fieldset>
  );
}

function Value({ value }: { readonly value: unknown }) {
  const lines = linesOf(value);
  return <p class="written">{lines.length === 0 ? t.nothing : lines.join('\n')}</p>;
}
