/** The server's warnings without duplicates, with links to texts that lack a language. */
import type { Profile } from '@baraza/contract';
import { Icon } from '../../../design/icon.tsx';
import type { Language } from '../../../words/language.ts';
import { entryLink } from '../profile/readable.ts';
import { missingTexts, writtenLanguages } from '../profile/texts.ts';
import { warningText } from '../profile/warning-text.ts';
import { t } from '../profile/words.ts';

const shownMax = 5;

/** Each warning once. A language in which the owner does not write is not missing. */
export function warningsFor(profile: Profile, warnings: readonly string[]): readonly string[] {
  const spoken = writtenLanguages(profile);
  return [...new Set(warnings)].filter((warning) => {
    const language = missingLanguage(warning) ?? languageOf(nothingIn.exec(warning));
    return language === undefined || spoken.includes(language);
  });
}

const nothingIn = /^None of the approved information is in (Swahili|English), a language of /;

/** The language that texts lack, if the warning says so. */
function missingLanguage(warning: string): Language | undefined {
  return languageOf(/^There is no (Swahili|English) text for /.exec(warning));
}

function languageOf(found: RegExpExecArray | null): Language | undefined {
  return found === null ? undefined : found[1] === 'Swahili' ? 'sw' : 'en';
}

export function WarningLines(props: {
  readonly site: string;
  readonly profile: Profile;
  readonly warnings: readonly string[];
}) {
  const { site, profile } = props;
  const lines = warningsFor(profile, props.warnings).map((warning) => {
    const language = missingLanguage(warning);
    const ids = language === undefined ? [] : missingTexts(profile, language);
    return (
      <li key={warning} class="warning">
        <Icon name="warning" />
        <div>
          {language === undefined || ids.length === 0
            ? warningText(warning, profile)
            : t.missing(t.languages[language], ids.length)}
          <ul>
            {ids.slice(0, shownMax).map((id) => {
              const link = entryLink(site, profile, id);
              return <li key={id}>{link ? <a href={link.href}>{link.label}</a> : id}</li>;
            })}
            {ids.length > shownMax && <li>{t.andMore(String(ids.length - shownMax))}</li>}
          </ul>
        </div>
      </li>
    );
  });
  return <>{lines}</>;
}
