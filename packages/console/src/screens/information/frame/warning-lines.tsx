/** The server's warnings without duplicates, with links to texts that lack a language. */
import type { Profile } from '@baraza/contract';
import { Icon } from '../../../design/icon.tsx';
import { entryLink } from '../profile/readable.ts';
import { missingTexts } from '../profile/texts.ts';
import { warningText } from '../profile/warning-text.ts';
import { t } from '../profile/words.ts';

const shownMax = 5;

export function WarningLines(props: {
  readonly site: string;
  readonly profile: Profile;
  readonly warnings: readonly string[];
}) {
  const { site, profile } = props;
  const lines = [...new Set(props.warnings)].map((warning) => {
    const tongue = /^There is no (Swahili|English) text for /.exec(warning)?.[1];
    const language = tongue === 'Swahili' ? 'sw' : 'en';
    const ids = tongue === undefined ? [] : missingTexts(profile, language);
    return (
      <li key={warning} class="warning">
        <Icon name="warning" />
        <div>
          {ids.length === 0
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
