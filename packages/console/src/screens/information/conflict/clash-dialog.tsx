/** Two people wrote at once: what was there, what each of them made of it, and a choice for each. */
import { useSignal } from '@preact/signals';
import { Button } from '../../../design/controls/button.tsx';
import { Dialog } from '../../../design/layers/dialog.tsx';
import { moment } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { Clash, Draft } from '../profile/draft.ts';
import { type Conflict, resolveMerge } from '../profile/merge.ts';
import { spotKey } from '../profile/profile.ts';
import { linesOf, personOf, spotLabel } from '../profile/readable.ts';
import { save } from '../profile/saving.ts';
import { words } from './words.ts';
import './conflict.css';

export function ClashDialog({ draft, clash }: { readonly draft: Draft; readonly clash: Clash }) {
  const t = speak(words);
  const mine = useSignal<ReadonlySet<string>>(new Set(clash.merge.conflicts.map(({ key }) => key)));
  const { conflicts, kept } = clash.merge;
  const close = () => {
    draft.clash.value = undefined;
  };
  const join = () => {
    draft.base.value = clash.theirs;
    draft.version.value = clash.version;
    draft.written.value = resolveMerge(clash.merge, mine.value);
    close();
    void save(draft);
  };
  const choose = (key: string, isMine: boolean) => {
    const next = new Set(mine.value);
    if (isMine) next.add(key);
    else next.delete(key);
    mine.value = next;
  };
  return (
    <Dialog
      title={t.title}
      onClose={close}
      actions={
        <>
          <Button onClick={close}>{t.later}</Button>
          <Button kind="primary" onClick={join}>
            {conflicts.length === 0 ? t.saveBoth : t.saveChosen}
          </Button>
        </>
      }
    >
      <p>{t.who(personOf(clash.by), clash.at === undefined ? '' : moment(clash.at))}</p>
      {conflicts.map((conflict) => (
        <ConflictChoice
          key={conflict.key}
          conflict={conflict}
          label={spotLabel(conflict.spot, clash.theirs, draft.written.value, draft.base.value)}
          isMine={mine.value.has(conflict.key)}
          onChoose={(isMine) => choose(conflict.key, isMine)}
        />
      ))}
      {kept.length > 0 && (
        <section class="stack tight">
          <h3>{t.kept}</h3>
          <ul class="clash-kept">
            {kept.map(({ spot, after }) => (
              <li key={spotKey(spot)}>
                <b>{spotLabel(spot, clash.theirs, draft.base.value)}</b>
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
  const t = speak(words);
  const { conflict, isMine, onChoose } = props;
  const options = [
    { isOf: true, label: t.mine, value: conflict.mine },
    { isOf: false, label: t.theirs, value: conflict.theirs },
  ];
  return (
    <fieldset class="clash">
      <legend>{props.label}</legend>
      {options.map(({ isOf, label, value }) => (
        <label key={label} class={`clash-option ${isMine === isOf ? 'chosen' : ''}`}>
          <input
            type="radio"
            name={conflict.key}
            checked={isMine === isOf}
            onChange={() => onChoose(isOf)}
          />
          <span class="grow">
            <b>{label}</b>
            <Value value={value} />
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
  if (lines.length === 0) return <p class="quiet">{speak(words).nothing}</p>;
  return (
    <>
      {lines.map((line) => (
        <p key={line} class="clash-line">
          {line}
        </p>
      ))}
    </>
  );
}
