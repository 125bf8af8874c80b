import { describe, test } from 'node:test';
import { noBrowser } from '../browser.ts';
import { fixtureForSuite } from './fixture.ts';
import { checkPages } from './looks.ts';
import { pages } from './pages.ts';

describe('accessibility and layout of the console', { skip: noBrowser }, () => {
  const fixture = fixtureForSuite();

  test('every page is accessible and fits the screen', async () => {
    await checkPages(fixture, pages);
  });
});
