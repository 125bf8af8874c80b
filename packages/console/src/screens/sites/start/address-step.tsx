/** The first screen of a new site: the address of a website, what was found on it, and one tap that uses it. */
import type { Profile } from '@baraza/contract';
import { profileLists } from '@baraza/contract/plain';
import { useEffect, useRef } from 'preact/hooks';
import { Button } from '../../../design/buttons.tsx';
import { Card, ErrorNote } from '../../../design/notes.tsx';
import type { EditorProps } from '../../information/frame/editor.tsx';
import { entriesOf, isEmptyText } from '../../information/profile/profile.ts';
import { problemOf } from '../../information/profile/refusal.ts';
import { languageOf, type Proposal } from '../../information/sources/chosen.ts';
import { FoundList } from '../../information/sources/found.tsx';
import {
  forget,
  type Reading,
  read,
  readingOf,
  shortAddress,
} from '../../information/sources/reading.ts';
import { ReadingCard } from '../../information/sources/reading-card.tsx';
import { useChosen } from '../../information/sources/use-chosen.ts';
import { AddressField } from './address-field.tsx';
import { t } from './address-words.ts';
import '../../information/sources/sources.css';

/** Whether nothing is known about a business but its name, so that its website comes first. */
export function isBlank(profile: Profile): boolean {
  const { hours, about, phone, whatsapp } = profile;
  return (
    profileLists.every((list) => entriesOf(profile, list).length === 0) &&
    hours.length === 0 &&
    [about, phone, whatsapp].every(isEmptyText)
  );
}

export function AddressStep(
  props: EditorProps & {
    /** Goes on to the steps. */
    readonly onNone: () => void;
    /** Everything chosen is saved. */
    readonly onUsed: () => void;
  },
) {
  const { draft, onNone } = props;
  const reading = readingOf(draft.site);
  const use = useChosen(draft, reading, inItsLanguage);
  const found = reading.found.value;
  const profile = draft.base.value;
  const heading = useRef<HTMLHeadingElement>(null);
  // Whoever waited for the reading, also with a screen reader, goes on here.
  useEffect(() => heading.current?.focus({ preventScroll: true }), [found]);
  const drop = () => {
    forget(reading);
    onNone();
  };
  if (reading.now.value !== undefined)
    return (
      <div class="start stack">
        <ReadingCard reading={reading} />
      </div>
    );
  if (found === undefined || found.proposals.length === 0 || profile === undefined)
    return <AddressForm reading={reading} onNone={drop} isNothing={found !== undefined} />;
  return (
    <div class="stack">
      <div class="stack tight">
        <h2 class="found-title" tabIndex={-1} ref={heading}>
          {t.found(found.proposals.length, found.website ?? '')}
        </h2>
        <p class="quiet">{t.foundLead}</p>
        <span class="found-jump">
          <Button icon="questions" onClick={jump} label={t.jump} />
        </span>
      </div>
      <FoundList
        draft={draft}
        reading={reading}
        profile={profile}
        useLabel={t.use}
        onUse={async (chosen) => {
          if (await use(chosen)) props.onUsed();
        }}
      >
        <ErrorNote problem={problemOf(draft)} />
      </FoundList>
      <div class="row">
        <Button kind="quiet" icon="back" onClick={() => forget(reading)} label={t.another} />
        <Button kind="quiet" onClick={drop} label={t.none} />
      </div>
    </div>
  );
}

function jump(): void {
  const trial = document.querySelector('#found-try');
  trial?.scrollIntoView();
  trial?.querySelector('input')?.focus({ preventScroll: true });
}

/** A new site is in the language of its website. */
function inItsLanguage(profile: Profile, chosen: readonly Proposal[]): Profile {
  const main = languageOf(chosen);
  if (main === undefined || profile.languages[0] === main) return profile;
  return { ...profile, languages: main === 'sw' ? ['sw', 'en'] : ['en', 'sw'] };
}

function AddressForm(props: {
  readonly reading: Reading;
  readonly onNone: () => void;
  /** Whether nothing new was found at the address. */
  readonly isNothing: boolean;
}) {
  const { reading, onNone } = props;
  const failed = reading.failed.value;
  return (
    <div class="start stack">
      <Card title={t.title} lead={t.lead}>
        <AddressField
          given={failed !== undefined && 'url' in failed ? shortAddress(failed.url) : ''}
          onSource={(source) => void read(reading, [source])}
        />
        <ErrorNote problem={reading.problem.value} />
        {props.isNothing && (
          <p class="caution-note" role="alert">
            {t.nothing}
          </p>
        )}
        {failed === undefined && (
          <ul class="start-promises quiet small">
            {t.promises.map((promise) => (
              <li key={promise}>{promise}</li>
            ))}
          </ul>
        )}
      </Card>
      <div class="row">
        <Button
          kind={failed === undefined ? 'quiet' : 'plain'}
          onClick={onNone}
          label={failed === undefined ? t.noWebsite : t.none}
        />
        {failed !== undefined && (
          <Button
            kind="quiet"
            href={`#/sites/${encodeURIComponent(reading.site)}/sources`}
            label={t.bringFile}
          />
        )}
      </div>
    </div>
  );
}
