import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { statementsOf } from '../../../src/answers/grounding/tidy-sentence.ts';
import { basisOf, type HostileCase, hostileCases } from '../../grounding/cases.ts';
import { askSite, openSiteHouse, type SiteHouse } from '../../houses/visit-house.ts';
import { claimReader } from '../../stand-ins/claim-reader.ts';
import { type ScriptedModel, scriptModel } from '../../stand-ins/scripted-model.ts';

// Every other one goes the whole way to a visitor. Where no reader is needed, it finds everything said.
const cases = hostileCases.filter((_, index) => index % 2 === 0);

describe('a hostile model', () => {
  test('has at least 200 cases', () => assert.ok(cases.length >= 200));

  let model: ScriptedModel;
  let house: SiteHouse;
  let isAgreeing = false;
  const sites = new Map<string, { readonly id: string; readonly question: string }>();
  const ours = new Map<string, string>();
  before(async () => {
    model = scriptModel();
    const claims = claimReader(() => isAgreeing);
    house = await openSiteHouse('sqlite', { model, claims });
    const owner = await house.newOwner();
    for (const one of cases) {
      if (sites.has(nameOf(one))) continue;
      const [passage] = basisOf(one).passages;
      const { site, entry, language } = one;
      const question = language === 'sw' ? `${entry} ni nini?` : `What is ${entry}?`;
      const faq = { id: 'asked', question, answer: passage?.text, language: passage?.language };
      const id = await owner.newSite({ business: site, faqs: [faq], languages: [language] });
      sites.set(nameOf(one), { id, question });
    }
  });
  after(() => house.close());

  const tell = async (one: HostileCase, script: readonly string[], mode?: 'voice') => {
    const { id = '', question = '' } = sites.get(nameOf(one)) ?? {};
    model.plays(script);
    isAgreeing = vetoed.has(one.kind);
    return askSite(house, id, { question, language: one.language, mode });
  };

  const ourAnswer = async (one: HostileCase): Promise<string> => {
    const known = ours.get(nameOf(one));
    if (known !== undefined) return known;
    model.rests(true);
    const { text } = await tell(one, []);
    model.rests(false);
    ours.set(nameOf(one), text);
    return text;
  };

  for (const kind of new Set(cases.map((one) => one.kind)))
    test(`reaches nobody: ${kind}`, async () => {
      for (const one of cases.filter((other) => other.kind === kind)) {
        const builtIn = await ourAnswer(one);
        const asks = model.orders.length;
        // Also letter by letter, for some: what is whole is known only later then.
        const script = one.text.length % 4 === 0 ? [...one.text] : [one.text];
        const told = await tell(one, script);
        assert.equal(told.text, builtIn, one.text);
        assert.equal(told.done.answered, true);
        assert.equal(told.events.filter(({ type }) => type === 'done').length, 1);
        assert.equal(model.orders.length, asks + 1, 'the model was asked');
      }
    });

  test('reaches nobody behind an approved sentence, nor when it is spoken', async () => {
    for (const one of cases.filter((_, index) => index % 4 === 0)) {
      const [passage] = basisOf(one).passages;
      if (passage === undefined || passage.language !== one.language) continue;
      const [approved = ''] = statementsOf(passage.text);
      // The headings of a document are told in the engine's words only.
      if (approved.startsWith('#')) continue;
      const bad = statementsOf(one.text).at(-1) ?? '';
      const told = await tell(one, [`${approved} `, one.text]);
      assert.ok(told.text.startsWith(approved.slice(0, 10)), told.text);
      assert.ok(!told.text.includes(bad), told.text);
      const spoken = await tell(one, [one.text], 'voice');
      assert.ok(!spoken.text.includes(bad), spoken.text);
    }
  });
});

const vetoed = new Set(['phone', 'hidden', 'html', 'language', 'link']);

function nameOf({ site, entry, language }: HostileCase): string {
  return `${site} ${entry} ${language}`;
}
