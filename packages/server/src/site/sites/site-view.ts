import { dayMs, type SiteSummary, type SiteUsage } from '@baraza/contract';
import { isoTime } from '../../kernel/clock.ts';
import { joinObjects } from '../../kernel/json/join-objects.ts';
import { monthBounds } from '../../limits/allowance.ts';
import { planOf } from '../../limits/plans.ts';
import type { SiteRow } from '../../store/site/sites.ts';
import { daysSince, findUsage, readMonth, voiceDaysSince } from '../../store/site/usage.ts';
import type { Reader } from '../../store/store.ts';
import { gateOf } from '../admission.ts';
import type { Assistant } from '../assistant.ts';
import { capabilitiesOf } from '../features.ts';
import { notifySecret } from '../notices/notices.ts';
import { embedLine } from '../pages/embed.ts';

/** A site as its owner sees it, as JSON; `profile` is JSON. */
export async function writeSite(
  assistant: Assistant,
  site: SiteRow,
  profile: string,
): Promise<string> {
  const { notify } = await assistant.profiles.headOf(site);
  const embed = embedLine(assistant, site);
  const summary = {
    ...summaryOf(site),
    // What its owner checks our signatures with; made when a webhook is first named.
    ...(notify.webhook === undefined
      ? {}
      : { webhook_secret: await notifySecret(assistant, site) }),
  };
  const rest = {
    version: site.version,
    usage: await usageOf(assistant, assistant.store, site),
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

/** The last days, those without a question too, and what is used of the month. */
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
    voiceDaysSince(store, site.id, dates[0] ?? ''),
    findUsage(store, site.id, nowMs),
  ]);
  const byDate = new Map(rows.map((row) => [row.date, row]));
  const plan = planOf(plans, site.plan);
  return {
    days: dates.map((day) => {
      const { questions: asked = 0, answered = 0, leads = 0, voice = 0 } = byDate.get(day) ?? {};
      return { day, asked, answered, leads, voice };
    }),
    month: {
      questions: { used: used?.questions ?? 0, limit: plan.questions },
      voice: { used: used?.voice ?? 0, limit: plan.voice },
      live_seconds: { used: used?.live_seconds ?? 0, limit: plan.live_seconds },
    },
    plan: site.plan,
  };
}

/** The month so far, by the store's own clock. */
async function usageOf(
  assistant: Pick<Assistant, 'clock' | 'plans' | 'store'>,
  reader: Reader,
  site: SiteRow,
): Promise<SiteUsage> {
  const nowMs = assistant.clock();
  const month = await readMonth(assistant.store, nowMs);
  const { from, to } = monthBounds(month);
  const [used, days] = await Promise.all([
    findUsage(reader, site.id, nowMs),
    daysSince(reader, site.id, `${month}-01`),
  ]);
  const plan = planOf(assistant.plans, site.plan);
  const total = (field: 'questions' | 'answered' | 'leads') =>
    days.reduce((sum, day) => sum + day[field], 0);
  const [asked, answered] = [total('questions'), total('answered')];
  return {
    period: { from: isoTime(from), to: isoTime(to) },
    questions: { used: used?.questions ?? 0, limit: plan.questions },
    answered: {
      rate: asked === 0 ? 0 : Math.round((answered / asked) * 100) / 100,
      unanswered: Math.max(0, asked - answered),
    },
    leads: total('leads'),
    voice: { used: used?.voice ?? 0, limit: plan.voice },
    live_seconds: { used: used?.live_seconds ?? 0, limit: plan.live_seconds },
    days,
  };
}
