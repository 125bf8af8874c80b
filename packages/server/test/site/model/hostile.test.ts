import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { statementsOf } from '../../../src/answers/write/grounding/tidy-sentence.ts';
import { claimReader } from '../../fakes/claim-reader.ts';
import { type ScriptedModel, scriptModel } from '../../fakes/scripted-model.ts';
import { askSite, openSiteServer, type SiteServer } from '../../fixtures/visit-server.ts';
import { basisOf, type HostileCase, hostileCases } from '../../grounding/cases.ts';

// Some cases, end to end; test/grounding has all of them. For kinds that need no reader, it accepts everything.
const cases = hostileCases.filter((_, index) => index % 10 === 0);

describe('a hostile model', () => {
  let model: ScriptedModel;
  let server: SiteServer;
  let isAgreeing = false;
  const sites = new Map<string, { readonly id: string; readonly question: string }>();
  before(async () => {
    model = scriptModel();
    const claims = claimReader(() => isAgreeing);
    server = await openSiteServer('sqlite', { model, read: claims });
    const owner = await server.newOwner();
    for (const one of cases) {
      if (sites.has(nameOf(one))) continue;
      const [passage] = basisOf(one).passages;
      const { site, entry, language } = one;
      const title = language === 'sw' ? `${entry} ni nini?` : `What is ${entry}?`;
      const faq = {
        id: 'asked',
        question: title,
        answer: passage?.text,
        language: passage?.language,
      };
      const id = await owner.newSite({ business: site, faqs: [faq], languages: [language] });
      // Not the owner's wording, so that the engine is not certain.
      const question =
        language === 'sw'
          ? `Ndugu yangu atasaidiwaje na ${entry}`
          : `Could my brother get help with ${entry}`;
      sites.set(nameOf(one), { id, question });
    }
  });
  after(() => server.close());

  const ask = (one: HostileCase, script: readonly string[], mode?: 'voice') => {
    const { id = '', question = '' } = sites.get(nameOf(one)) ?? {};
    model.plays(script);
    isAgreeing = vetoed.has(one.kind);
    return askSite(server, id, { question, language: one.language, mode });
  };

  /** Whether the answer has only sentences of the owner, or the engine's refusal. */
  const assertApproved = (one: HostileCase, text: string) => {
    const approved = plain(
      basisOf(one)
        .passages.map(({ text }) => text)
        .join(' '),
    );
    for (const sentence of statementsOf(text.replace(quoting, '')))
      assert.ok(
        approved.includes(plain(sentence)) || ours.test(sentence),
        `${JSON.stringify(one.text)} became ${JSON.stringify(text)}`,
      );
  };

  for (const kind of new Set(cases.map((one) => one.kind)))
    test(`reaches no visitor: ${kind}`, async () => {
      for (const one of cases.filter((other) => other.kind === kind))
        for (const text of [
          JSON.stringify({ answer: [{ say: one.text, from: ['i1'] }] }),
          `${one.text} [i1]`,
        ]) {
          const asks = model.orders.length;
          // Some are streamed letter by letter.
          const script = one.text.length % 4 === 0 ? [...text] : [text];
          const result = await ask(one, script);
          assertApproved(one, result.text);
          assert.equal(result.events.filter(({ type }) => type === 'done').length, 1);
          assert.equal(model.orders.length, asks + 1, 'the model was asked');
        }
    });

  test('reaches no visitor behind an approved sentence, without ids or in voice mode', async () => {
    for (const one of cases.filter((_, index) => index % 2 === 0)) {
      const [passage] = basisOf(one).passages;
      if (passage === undefined || passage.language !== one.language) continue;
      const [approved = ''] = statementsOf(passage.text);
      const bad = statementsOf(one.text).at(-1) ?? '';
      for (const [script, mode] of [
        [[`${approved} [i1]\n`, `${one.text} [i1]`], undefined],
        [[`${approved}\n`, one.text], undefined],
        [[`${one.text} [i1]`], 'voice'],
      ] as const) {
        const result = await ask(one, script, mode);
        assert.ok(!result.text.includes(bad), result.text);
      }
    }
  });
});

const vetoed = new Set(['phone', 'hidden', 'html', 'language', 'link']);
/** How the engine begins what it quotes in the other language. */
const quoting = /^(?:According to our information|Kulingana na taarifa zetu): /;
const ours = /^(?:Samahani|Sorry)\b/;

function plain(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
    .toLowerCase();
}

function nameOf({ site, entry, language }: HostileCase): string {
  return `${site} ${entry} ${language}`;
}
