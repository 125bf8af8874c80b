/** What the server warns of, each once; texts that lack a language are a tap away. */
import type { Profile } from '@baraza/contract';
import { Icon } from '../../../design/base/icon.tsx';
import { speak } from '../../../words/language.ts';
import { missingTexts } from '../profile/missing-texts.ts';
import { warningText } from '../profile/warning-text.ts';
import { warningWords } from '../profile/warning-words.ts';
import { entryLink } from '../try/entry-link.ts';

export function WarningLines(props: {
  readonly site: string;
  readonly profile: Profile;
  readonly warnings: readonly string[];
  readonly hasSign?: boolean;
}) {
  const { site, profile } = props;
  const lines = [...new Set(props.warnings)].map((warning) => {
    const tongue = /^There is no (Swahili|English) text for /.exec(warning)?.[1];
    const ids =
      tongue === undefined ? [] : missingTexts(profile, tongue === 'Swahili' ? 'sw' : 'en');
    return (
      <li key={warning}>
        {props.hasSign && <Icon name="warning" />}
        <div>
          {ids.length === 0 ? (
            warningText(warning, profile)
          ) : (
            <Missing site={site} profile={profile} ids={ids} isSwahili={tongue === 'Swahili'} />
          )}
        </div>
      </li>
    );
  });
  return <>{lines}</>;
}

const shownMax = 5;

function Missing(props: {
  readonly site: string;
  readonly profile: Profile;
  readonly ids: readonly string[];
  readonly isSwahili: boolean;
}) {
  const t = speak(warningWords);
  const { site, profile, ids } = props;
  const more = ids.length - shownMax;
  return (
    <>
      {t.missing(props.isSwahili ? t.swahili : t.english, ids.length)}
      <ul class="missing-texts">
        {ids.slice(0, shownMax).map((id) => {
          const link = entryLink(site, profile, id);
          return <li key={id}>{link === undefined ? id : <a href={link.href}>{link.label}</a>}</li>;
        })}
        {more > 0 && <li>{t.more(String(more)).trim()}</li>}
      </ul>
    </>
  );
}
