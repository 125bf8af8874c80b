/** What is there, what is missing, and what was asked for. */
import type { Profile, ProfileDryRun, SiteGaps } from '@baraza/contract';
import { call } from '../../../api/call.ts';
import { useResource } from '../../../api/resource.ts';
import type { ScreenProps } from '../../../app/router.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { count, day } from '../../../words/figures.ts';
import { language, speak } from '../../../words/language.ts';
import { inLanguage } from '../../../words/preferred.ts';
import { InformationFrame, informationPath, type PartProps } from '../frame/frame.tsx';
import type { Part } from '../frame/parts.ts';
import { WarningLines } from '../frame/warning-lines.tsx';
import { words as frameWords } from '../frame/words.ts';
import { isEmptyText } from '../profile/profile.ts';
import { fieldLabel, hoursLine } from '../profile/readable.ts';
import { entryLink } from '../try/entry-link.ts';
import { words } from './words.ts';
import './overview.css';

export function Overview({ params }: ScreenProps) {
  return (
    <InformationFrame site={params.site ?? ''} part="overview">
      {(about) => <Parts {...about} />}
    </InformationFrame>
  );
}

function Parts(about: PartProps) {
  const { draft, profile } = about;
  const t = speak(words);
  return (
    <>
      <Asked {...about} />
      <ul class="grid">
        {partsOf(profile).map(({ part, summary, lacking }) => (
          <li key={part}>
            <a class="part-card" href={`#${informationPath(draft.site, part)}`}>
              <span class="grow stack tight">
                <b>{speak(frameWords).parts[part]}</b>
                <span class="quiet part-summary">{summary === '' ? t.nothing[part] : summary}</span>
                {lacking.length > 0 && (
                  <span>
                    <Badge kind="care">{t.lacking(lacking.join(', '))}</Badge>
                  </span>
                )}
              </span>
              <Icon name="forward" />
            </a>
          </li>
        ))}
      </ul>
      <Warnings {...about} />
      <Unused {...about} />
    </>
  );
}

type EditedPart = Exclude<Part, 'overview'>;

function partsOf(profile: Profile): readonly {
  readonly part: EditedPart;
  readonly summary: string;
  readonly lacking: readonly string[];
}[] {
  const t = speak(words);
  const lackingFields = (['business', 'about', 'address', 'phone', 'whatsapp'] as const)
    .filter((field) => isEmptyText(profile[field]))
    .map(fieldLabel);
  const numbered = (part: 'prices' | 'faqs' | 'facts' | 'documents') => ({
    part,
    summary: profile[part].length === 0 ? '' : t.entries(count(profile[part].length)),
    lacking: [],
  });
  const today = new Date().toISOString().slice(0, 10);
  const next = profile.closed
    .map(({ date }) => date)
    .filter((date) => date >= today)
    .toSorted()[0];
  return [
    {
      part: 'business',
      summary: inLanguage(profile.business, language.value),
      lacking: lackingFields,
    },
    { part: 'hours', summary: profile.hours.map(hoursLine).join('\n'), lacking: [] },
    { part: 'closed', summary: next === undefined ? '' : t.nextClosed(day(next)), lacking: [] },
    numbered('prices'),
    numbered('faqs'),
    numbered('facts'),
    numbered('documents'),
  ];
}

const askedMax = 5;
// What was written lately had no chance yet.
const restDays = 14;

function Asked({ draft, profile }: PartProps) {
  const t = speak(words);
  const gaps = useGaps(draft.path);
  const questions = gaps?.questions.slice(0, askedMax) ?? [];
  if (questions.length === 0) return null;
  return (
    <Card title={t.askedTitle} lead={t.askedLead}>
      <ul class="asked">
        {questions.map((gap) => (
          <li key={gap.id}>
            <a href={entryLink(draft.site, profile, gap.entry.id)?.href ?? '#/'}>
              <span class="grow">
                <b>{gap.question}</b>
                <span class="quiet small"> {t.inEntry(gap.entry.title)}</span>
              </span>
              <Badge kind="care">{t.times(gap.count)}</Badge>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

/** The warnings that saving the same again would bring. */
function Warnings({ draft, profile }: PartProps) {
  const t = speak(words);
  const version = draft.version.value;
  const trial = useResource(`${draft.path}/warnings/${version}`, (signal) =>
    call<ProfileDryRun>('PUT', `${draft.path}/profile`, {
      body: { profile: draft.base.peek() },
      query: { dry_run: true },
      signal,
    }),
  );
  const warnings = trial.data.value?.warnings ?? [];
  if (warnings.length === 0) return null;
  return (
    <Card title={t.warnings}>
      <ul class="overview-warnings">
        <WarningLines site={draft.site} profile={profile} warnings={warnings} hasSign />
      </ul>
    </Card>
  );
}

function Unused({ draft, profile }: PartProps) {
  const t = speak(words);
  const gaps = useGaps(draft.path);
  const since = new Date(Date.now() - restDays * 86_400_000).toISOString();
  const unused = gaps?.unused.filter((entry) => entry.since < since).slice(0, askedMax) ?? [];
  if (unused.length === 0) return null;
  return (
    <Card title={t.unusedTitle} lead={t.unusedLead}>
      <ul class="asked">
        {unused.map((entry) => (
          <li key={`${entry.list} ${entry.id}`}>
            <a href={entryLink(draft.site, profile, entry.id)?.href ?? '#/'}>
              <span class="grow">{entry.title}</span>
              <span class="quiet small">{t.since(day(entry.since))}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function useGaps(path: string): SiteGaps | undefined {
  return useResource(`${path}/gaps`, (signal) => call<SiteGaps>('GET', `${path}/gaps`, { signal }))
    .data.value;
}
