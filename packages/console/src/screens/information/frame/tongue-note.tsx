/** Notices a text in the wrong language, and moves it with one tap. */
import { Button } from '../../../design/buttons.tsx';
import { Icon } from '../../../design/icon.tsx';
import { dictionary } from '../../../words/language.ts';
import type { Draft } from '../profile/draft.ts';
import { canMove, inMainLanguage, misplacedIn, moved, wholeTongue } from '../profile/misplaced.ts';
import type { Pair } from '../profile/texts.ts';
import './tongue-note.css';

const t = dictionary({
  looksLike: {
    sw: ['Haya yanaonekana kuwa Kiswahili.', 'This looks like Swahili.'],
    en: ['Haya yanaonekana kuwa Kiingereza.', 'This looks like English.'],
  },
  move: {
    sw: ['Yahamishie kwenye Kiswahili', 'Move it to Swahili'],
    en: ['Yahamishie kwenye Kiingereza', 'Move it to English'],
  },
  swap: ['Badilishana maandishi', 'Swap the two texts'],
  siteLooksLike: {
    sw: [
      'Taarifa zako zinaonekana kuwa za Kiswahili, lakini lugha kuu ya tovuti ni Kiingereza.',
      'Your information looks like Swahili, but the main language of the site is English.',
    ],
    en: [
      'Taarifa zako zinaonekana kuwa za Kiingereza, lakini lugha kuu ya tovuti ni Kiswahili.',
      'Your information looks like English, but the main language of the site is Swahili.',
    ],
  },
  write: {
    sw: ['Iwe Kiswahili', 'Change it to Swahili'],
    en: ['Iwe Kiingereza', 'Change it to English'],
  },
});

/** Below the two fields of a text. */
export function PairNote(props: { readonly pair: Pair; readonly onMove: (pair: Pair) => void }) {
  const { pair } = props;
  const tongue = misplacedIn(pair);
  if (tongue === undefined) return null;
  const isEmpty = pair[tongue].trim() === '';
  return (
    <Note
      text={t.looksLike[tongue]}
      action={isEmpty ? t.move[tongue] : t.swap}
      onAct={canMove(pair, tongue) ? () => props.onMove(moved(pair)) : undefined}
    />
  );
}

/** On a site of which all texts are in the language that is not its main one. */
export function SiteTongueNote({ draft }: { readonly draft: Draft }) {
  const profile = draft.written.value;
  const tongue = profile && wholeTongue(profile);
  if (profile === undefined || tongue === undefined) return null;
  const change = () => {
    draft.written.value = inMainLanguage(profile, tongue);
  };
  return <Note text={t.siteLooksLike[tongue]} action={t.write[tongue]} onAct={change} />;
}

export function Note(props: {
  readonly text: string;
  readonly action: string;
  readonly onAct: (() => void) | undefined;
}) {
  return (
    <div class="tongue-note" role="status">
      <Icon name="warning" />
      <span class="grow">{props.text}</span>
      {props.onAct !== undefined && <Button onClick={props.onAct} label={props.action} />}
    </div>
  );
}
