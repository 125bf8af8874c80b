import { after, before, describe, test } from 'node:test';
import { noBrowser } from '../browser.ts';
import { eachLook } from './looks.ts';
import { pages } from './pages.ts';
import { type ConsoleStage, openConsoleStage } from './stage.ts';

describe('accessibility and layout of the console', { skip: noBrowser }, () => {
  let stage: ConsoleStage;
  before(async () => {
    stage = await openConsoleStage();
  });
  after(() => stage.close());

  test('every page is accessible and fits the screen', async () => {
    await eachLook(stage, pages);
  });
});
