import { dayMs, type SiteSummary, type SiteUsage } from '@baraza/contract';
import type { Caller } from '../../access/scopes.ts';
import { isoTime } from '../../kernel/clock.ts';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import { monthBounds } from '../../limits/allowance.ts';
import { type Plan, planOf } from '../../limits/plans.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { daysSince, findUsage, readMonth } from '../../store/site/usage.ts';
import { gateOf } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { capabilitiesOf } from '../features.ts';
import { mailboxState } from '../notices/mailbox.ts';
import { notifySecret } from '../notices/notices.ts';
import { embedLine } from '../pages/links.ts';

type SiteViewContext = Pick<
  Assistant,
  | 'store'
  | 'clock'
  | 'plans'
  | 'profiles'
  | 'seal'
  | 'voice'
  | 'off'
  | 'publicUrl'
  | 'noticeTransports'
>;

/** The details of a site for its owner, as JSON; `profile` is JSON. */
export async function siteJson(
  assistant: SiteViewContext,
  site: SiteRow,
  profile: string,
  person?: Caller['person'],
): Promise<string> {
  const { notify } = await assistant.profiles.headOf(site);
  const emailState = await mailboxState(assistant, site);
  const embed = embedLine(assistant, site);
  const summary = {
    ...summaryOf(site),
    // Verifies our signatures, and could forge them: for owners only. Made when a webhook is first set.
    ...(notify.webhook === undefined || (person !== undefined && person.role !== 'owner')
      ? {}
      : { webhook_secret: await notifySecret(assistant, site) }),
    ...(emailState === undefined ? {} : { notify_email: emailState }),
  };
  const rest = {
    version: site.version,
    usage: await usageOf(assistant, site),
    ...(embed === undefined ? {} : { embed }),
    capabilities: capabilitiesOf(assistant),
    plan: site.plan,
  };
  return joinObjects(
    JSON.stringify({ site: summary }),
    `{"profile":${profile}}`,
    JSON.stringify(rest),
  );
}

export function summaryOf(site: SiteRow): SiteSummary {
  return {
    id: site.id,
    status: site.status,
    created_at: isoTime(site.created_at),
    key: site.key,
    origins_open: gateOf(site).allowed_origins.length === 0,
  };
}

const daysDefault = 30;

/** The counts of the last days, also of days without questions, and the usage of the month. */
export async function usageByDay(
  { store, clock, plans }: Pick<Assistant, 'clock' | 'plans' | 'store'>,
  site: SiteRow,
  days: number = daysDefault,
) {
  const nowMs = clock();
  const dates = Array.from({ length: days }, (_, at) =>
    isoTime(nowMs - (days - 1 - at) * dayMs).slice(0, 10),
  );
  const [rows, used] = await Promise.all([
    daysSince(store, site.id, dates[0] ?? ''),
    findUsage(store, site.id, nowMs),
  ]);
  const byDate = new Map(rows.map((row) => [row.date, row]));
  return {
    days: dates.map((day) => {
      const { questions: asked = 0, answered = 0, leads = 0, voice = 0 } = byDate.get(day) ?? {};
      return { day, asked, answered, leads, voice };
    }),
    month: monthUsage(used, planOf(plans, site.plan)),
    plan: site.plan,
  };
}

type Usage = Awaited<ReturnType<typeof findUsage>>;

function monthUsage(used: Usage, plan: Plan) {
  return {
    questions: { used: used?.questions ?? 0, limit: plan.questions },
    voice: { used: used?.voice ?? 0, limit: plan.voice },
    live_seconds: { used: used?.live_seconds ?? 0, limit: plan.live_seconds },
  };
}

/** The month so far, by the clock of the store. */
async function usageOf(
  { clock, plans, store }: Pick<Assistant, 'clock' | 'plans' | 'store'>,
  site: SiteRow,
): Promise<SiteUsage> {
  const nowMs = clock();
  const month = await readMonth(store, nowMs);
  const { from, to } = monthBounds(month);
  const [used, days] = await Promise.all([
    findUsage(store, site.id, nowMs),
    daysSince(store, site.id, `${month}-01`),
  ]);
  const total = (field: 'questions' | 'answered' | 'leads') =>
    days.reduce((sum, day) => sum + day[field], 0);
  const [asked, answered] = [total('questions'), total('answered')];
  return {
    period: { from: isoTime(from), to: isoTime(to) },
    ...monthUsage(used, planOf(plans, site.plan)),
    answered: {
      rate: asked === 0 ? 0 : Math.round((answered / asked) * 100) / 100,
      unanswered: Math.max(0, asked - answered),
    },
    leads: total('leads'),
    days: days.map(({ voice: _, ...day }) => day),
  };
}
