/** Sends typical requests to the configured model server and reports the outcome in plain words. */

import { languageOf } from '../../answers/text/language.ts';
import { openModels } from '../../assemble.ts';
import type { Config } from '../../config.ts';
import { systemClock } from '../../kernel/clock.ts';
import { silentLog } from '../../kernel/log.ts';
import { Problem } from '../../kernel/problem.ts';
import type { Encoder, LanguageModel } from '../../models/models.ts';
import { ServerFault } from '../../models/openai-fault.ts';
import { listModels } from '../../models/openai-models.ts';
import { type Finding, failing, missing, ok } from './doctor-check.ts';

const timeoutMs = 60_000;
const modelsNamedMax = 5;
const tokensMax = 1_000;

/** Empty when no server is configured. */
export async function examineModel(config: Config): Promise<readonly Finding[]> {
  if (config.modelUrl === undefined || config.model === undefined) return [];
  const signal = AbortSignal.timeout(timeoutMs);
  const server = { url: config.modelUrl, model: config.model, key: config.modelKey };
  const models = openModels(config, silentLog, systemClock);
  try {
    const known = await listModels(server, signal);
    const model = await models.loadLanguageModel();
    const encoder = await models.loadEncoder();
    const keyPassed = known !== undefined && server.key !== undefined;
    const reached = ok(
      'model server',
      `${hostOf(server.url)} answers${keyPassed ? ', and accepts the key' : ''}`,
    );
    return [
      reached,
      ...(model === undefined ? [] : await chat(model, config, known, signal)),
      ...(encoder === undefined ? [] : [await vectors(encoder, config, known, signal)]),
    ];
  } catch (error) {
    return [describeFault('model server', error, server)];
  } finally {
    await models.close();
  }
}

const question = 'Mji mkuu wa Tanzania ni upi, na watu hupenda kufanya nini huko?';

// As long as what an answer is written from: a slow server takes most of its time to read it.
const information =
  'Dodoma ni mji mkuu wa Tanzania. Wakulima wa huko hulima zabibu, na sokoni huuzwa matunda, mboga na nafaka. '.repeat(
    40,
  );

async function chat(
  model: LanguageModel,
  { model: name = '', modelWaitMs }: Config,
  known: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly Finding[]> {
  const startedAtMs = performance.now();
  let sentenceAtMs: number | undefined;
  let firstAtMs: number | undefined;
  let pieces = 0;
  let text = '';
  try {
    const request = {
      instructions: 'Wewe ni msaidizi. Jibu kwa Kiswahili, kwa sentensi mbili fupi.',
      messages: [{ role: 'user' as const, content: `${information}\n\n${question}` }],
      maxTokens: tokensMax,
    };
    for await (const written of model.write(request, signal)) {
      if (written.type === 'end') continue;
      firstAtMs ??= performance.now();
      pieces += 1;
      text += written.text;
      if (/[.!?]\s/.test(text)) sentenceAtMs ??= performance.now();
    }
    sentenceAtMs ??= performance.now();
  } catch (error) {
    return [describeFault('model', error, { model: name, known })];
  }
  if (text.trim() === '')
    return [
      failing(
        'model',
        `${name} wrote nothing within ${tokensMax} tokens`,
        'it may think for too long: switch that off at the server, or choose another model',
      ),
    ];
  const took =
    `first words after ${secondsTo(startedAtMs, firstAtMs ?? 0)}, all after ` +
    `${secondsTo(startedAtMs, performance.now())}`;
  const streaming =
    pieces > 1
      ? ok('model', `${name} streams: ${took}`)
      : missing(
          'model',
          `${name} sends its answer in one piece: ${took}`,
          'visitors wait for the complete answer; switch streaming on at the server, or at a proxy in front of it',
        );
  return [streaming, waitFound(sentenceAtMs - startedAtMs, modelWaitMs), languageFound(text)];
}

/** Compares the time to the first sentence with the time that visitors wait for it. */
function waitFound(sentenceMs: number, modelWaitMs: number): Finding {
  const saw = `the first sentence came after ${seconds(sentenceMs)}; visitors wait ${seconds(modelWaitMs)} for it`;
  if (sentenceMs * waitReserve <= modelWaitMs) return ok('model wait', saw);
  const roundedMs = Math.ceil((sentenceMs * waitReserve) / 500) * 500;
  return missing(
    'model wait',
    saw,
    roundedMs > waitMaxMs
      ? 'use a smaller model or a faster machine for it; until then the built-in engine answers'
      : `set BARAZA_MODEL_WAIT=${roundedMs}, or use a faster model; until then the built-in engine answers`,
  );
}

// Another question may be longer, and others ask at the same time.
const waitReserve = 1.5;
const waitMaxMs = 30_000;

function languageFound(text: string): Finding {
  const reply = `asked in Swahili, it said “${shortened(text)}”`;
  const { language, confidence } = languageOf(text);
  if (language === 'sw' && confidence > 0.5) return ok('Swahili', reply);
  return missing(
    'Swahili',
    `${reply}, which is not Swahili`,
    'choose a model that speaks it; until then the built-in engine answers those who ask in Swahili',
  );
}

async function vectors(
  encoder: Encoder,
  config: Config,
  known: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<Finding> {
  const name = 'encoder';
  try {
    const [first] = await encoder.embed(['Mnafungua saa ngapi?', 'When do you open?'], signal);
    const size = `${config.modelEmbeddings} makes vectors of ${first?.length} numbers`;
    return ok(name, `${size}; they order what is found, and words decide`);
  } catch (error) {
    const { saw } = describeFault(name, error, { model: config.modelEmbeddings ?? '', known });
    const remedy = 'correct BARAZA_MODEL_EMBEDDINGS, or leave it out for the built-in encoder';
    return failing(name, `no vectors: ${saw}`, remedy);
  } finally {
    await encoder.close();
  }
}

interface ModelRequest {
  readonly url?: string;
  readonly model: string;
  readonly known?: readonly string[] | undefined;
}

function describeFault(name: string, error: unknown, { url, model, known }: ModelRequest): Finding {
  const fault = error instanceof Problem ? error.cause : error;
  if (!(fault instanceof ServerFault))
    return failing(
      name,
      `the model server did not answer within ${timeoutMs / 1_000} seconds`,
      'use a smaller model or a faster machine for it; until then the built-in engine answers',
    );
  if (url !== undefined || !isUnknown(fault, model, known)) {
    const at = url === undefined ? '' : `${hostOf(url)}: `;
    return failing(name, `${at}${fault.message}`, remedies[fault.kind] ?? lookThere);
  }
  if (known === undefined)
    return failing(
      name,
      `the server has no model ${model}, or its API begins elsewhere`,
      'set BARAZA_MODEL_URL to where its OpenAI API begins, usually …/v1',
    );
  return failing(
    name,
    `the server has no model ${model}${modelList(known)}`,
    'set BARAZA_MODEL to one that it has, or load this one there',
  );
}

/** Some servers take any name, and some fail at one that they do not have. */
function isUnknown(
  { kind, status }: ServerFault,
  model: string,
  known: readonly string[] | undefined,
): boolean {
  if (status === 404) return true;
  const isListed = known?.some((name) => name === model || name.startsWith(`${model}:`)) ?? true;
  return !isListed && (kind === 'refused' || kind === 'failing');
}

const lookThere = 'see the log of the model server; until it works the built-in engine answers';
const remedies: { readonly [kind in ServerFault['kind']]?: string } = {
  unreachable: 'start the model server, or correct BARAZA_MODEL_URL',
  lost: 'start the model server, or correct BARAZA_MODEL_URL',
  denied: 'set BARAZA_MODEL_KEY to a key of that server',
  redirect: 'set BARAZA_MODEL_URL to the address that it points to; redirects are not followed',
  type: 'set BARAZA_MODEL_URL to where its OpenAI API begins, usually …/v1, and let it stream',
};

function modelList(known: readonly string[]): string {
  if (known.length === 0) return '';
  const more = known.length > modelsNamedMax ? ` and ${known.length - modelsNamedMax} more` : '';
  return `; it has ${known.slice(0, modelsNamedMax).map(shortened).join(', ')}${more}`;
}

function hostOf(url: string): string {
  return new URL(url).host;
}

function secondsTo(fromMs: number, toMs: number): string {
  return seconds(toMs - fromMs);
}

function seconds(ms: number): string {
  return `${(ms / 1_000).toFixed(1)} s`;
}

const shownMax = 80;

/** Strips control characters: text of a remote server may contain terminal escapes. */
function shortened(text: string): string {
  const plain = text.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return plain.length > shownMax ? `${plain.slice(0, shownMax)}…` : plain;
}
