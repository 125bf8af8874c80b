import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readWeb } from '../formats/web-page.ts';
import { proposeFrom } from './propose.ts';

const read = (body: string) => {
  const bytes = new TextEncoder().encode(`<!doctype html><title>Page | Duka</title><body>${body}`);
  const options = { url: 'https://duka.example/page', type: 'text/html', isWhole: true };
  const answer = readWeb(bytes, options);
  assert.equal(answer.kind, 'page');
  const { proposals, leftOut } = proposeFrom('text' in answer ? [answer.text] : [], {
    name: '',
    currency: '',
  });
  const texts = proposals
    .filter(({ entry }) => !('business' in entry))
    .map(({ entry }) => JSON.stringify(entry));
  return { texts, reasons: leftOut.map(({ why }) => why) };
};

for (const [name, body] of [
  [
    'first post',
    '<h1>Hello world!</h1><p>Welcome to WordPress. This is your first post. Edit or delete it!</p>',
  ],
  [
    'policy',
    '<h1>Privacy Policy</h1><p>Who we are. Suggested text: When visitors leave comments …</p>' +
      '<h2>Media</h2><p>If you upload images to the website, avoid location data.</p>',
  ],
  [
    'question',
    '<h2>What do we do with cookies?</h2><p>If you leave a comment you may opt-in to saving your name in cookies.</p>',
  ],
  [
    'cookie bar',
    '<div><p>We use cookies to ensure that we give you the best experience.</p></div>',
  ],
] as const)
  test(`what the software of a website says is left out, with a line: ${name}`, () => {
    const { texts, reasons } = read(body);
    assert.deepEqual(texts, []);
    assert.equal(reasons.length, 1);
    assert.match(reasons[0] ?? '', /not about the business/);
  });

test('what the business says of itself stays, also of the cookies that it bakes', () => {
  const sold = read(
    '<h2>Cookies</h2><p>We bake chocolate cookies for visitors every day, and pack a dozen.</p>',
  );
  assert.equal(sold.texts.length, 1);
  const rules = read('<h1>Privacy</h1><p>We never give your telephone number to anybody else.</p>');
  assert.equal(rules.texts.length, 1);
  assert.deepEqual([...sold.reasons, ...rules.reasons], []);
});

test('the codes of forms and galleries are no text', () => {
  const { texts } = read(
    '<h2>Contact</h2><p>Write to us with this form at any time.</p>' +
      '<p>[contact-form-7 id="123" title="Form 1"]</p><p>[gallery ids="1,2"] [/vc_row]</p>',
  );
  assert.equal(texts.length, 1);
  assert.doesNotMatch(texts[0] ?? '', /\[/);
  assert.match(
    read('<h2>Prizes</h2><p>We won [see the list] three prizes in this year.</p>').texts[0] ?? '',
    /\[see the list\]/,
  );
});
