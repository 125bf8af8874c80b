/** The state of the profile: its parts, warnings, and questions from visitors. */
import type { Profile } from '@baraza/contract';
import { client, useResource } from '../../../api/client.ts';
import { Badge, Card } from '../../../design/notes.tsx';
import { LinkRow } from '../../../design/parts.tsx';
import { count, day } from '../../../words/figures.ts';
import { localized } from '../../../words/language.ts';
import type { EditorProps } from '../frame/editor.tsx';
import { informationPath, informationScreen, type Part, useGaps } from '../frame/frame.tsx';
import { WarningLines, warningsFor } from '../frame/warning-lines.tsx';
import { t as frameWords } from '../frame/words.ts';
import { isEmptyText } from '../profile/profile.ts';
import { entryLink, fieldLabel, hoursLine } from '../profile/readable.ts';
import { t } from './words.ts';
import './overview.css';

export const Overview = informationScreen('overview', (about) => (
  <>
    <Asked {...about} />
    <Parts {...about} />
    <Warnings {...about} />
    <Unused {...about} />
  </>
));

const wantedFields = ['business', 'about', 'address', 'phone', 'whatsapp'] as const;

function Parts({ draft, profile }: EditorProps) {
  const lacking = wantedFields.filter((field) => isEmptyText(profile[field])).map(fieldLabel);
  const parts = Object.keys(t.nothing) as readonly (keyof typeof t.nothing)[];
  return (
    <ul class="grid">
      {parts.map((part) => (
        <li key={part}>
          <LinkRow isCard href={`#${informationPath(draft.site, part)}`}>
            <b>{frameWords.parts[part]}</b>
            <span class="quiet two-lines part-summary">
              {summaryOf(part, profile) || t.nothing[part]}
            </span>
            {part === 'business' && lacking.length > 0 && (
              <span>
                <Badge kind="caution">{t.lacking(lacking.join(', '))}</Badge>
              </span>
            )}
          </LinkRow>
        </li>
      ))}
    </ul>
  );
}

function summaryOf(part: Exclude<Part, 'overview'>, profile: Profile): string {
  if (part === 'business') return localized(profile.business);
  if (part === 'hours') return profile.hours.map(hoursLine).join('\n');
  if (part !== 'closed')
    return profile[part].length === 0 ? '' : t.entries(count(profile[part].length));
  const today = new Date().toISOString().slice(0, 10);
  const dates = profile.closed.map(({ date }) => date).filter((date) => date >= today);
  const [next] = dates.toSorted();
  return next === undefined ? '' : t.nextClosed(day(next));
}

const shownMax = 5;

function Asked({ draft, profile }: EditorProps) {
  const questions = useGaps(draft.site)?.questions.slice(0, shownMax) ?? [];
  if (questions.length === 0) return null;
  return (
    <Card title={t.askedTitle} lead={t.askedLead}>
      <ul class="ruled-list">
        {questions.map((gap) => (
          <li key={gap.id}>
            <LinkRow
              href={entryLink(draft.site, profile, gap.entry.id)?.href ?? '#/'}
              mark={<Badge kind="caution">{t.times(gap.count)}</Badge>}
            >
              <b>{gap.question}</b>
              <span class="quiet small">{t.inEntry(gap.entry.title)}</span>
            </LinkRow>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The warnings of the saved profile. */
function Warnings({ draft, profile, details }: EditorProps) {
  const key = `/console/sites/${encodeURIComponent(draft.site)}/warnings/${details.version}`;
  const trial = useResource(key, (signal) =>
    client.sites.tryProfile(draft.site, details.profile as never, { signal }),
  );
  const warnings = warningsFor(profile, trial.data.value?.warnings ?? []);
  if (warnings.length === 0) return null;
  return (
    <Card title={frameWords.warnings}>
      <ul>
        <WarningLines site={draft.site} profile={profile} warnings={warnings} />
      </ul>
    </Card>
  );
}

// Entries younger than this have had little chance to be used.
const unusedDaysMin = 14;

function Unused({ draft, profile }: EditorProps) {
  const since = new Date(Date.now() - unusedDaysMin * 86_400_000).toISOString();
  const unused = useGaps(draft.site)?.unused.filter((entry) => entry.since < since) ?? [];
  if (unused.length === 0) return null;
  return (
    <Card title={t.unusedTitle} lead={t.unusedLead}>
      <ul class="ruled-list">
        {unused.slice(0, shownMax).map((entry) => (
          <li key={`${entry.list} ${entry.id}`}>
            <LinkRow
              href={entryLink(draft.site, profile, entry.id)?.href ?? '#/'}
              mark={<span class="quiet small">{t.since(day(entry.since))}</span>}
            >
              {entry.title}
            </LinkRow>
          </li>
        ))}
      </ul>
    </Card>
  );
}
