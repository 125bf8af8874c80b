import { describe, test } from 'node:test';
import { noBrowser } from '../browser.ts';
import { eachLook } from './looks.ts';
import { pages } from './pages.ts';
import { stageOfSuite } from './stage.ts';

describe('accessibility and layout of the console', { skip: noBrowser }, () => {
  const stage = stageOfSuite();

  test('every page is accessible and fits the screen', async () => {
    await eachLook(stage, pages);
  });
});
