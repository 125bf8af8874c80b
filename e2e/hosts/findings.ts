import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';

const axe = readFileSync(fileURLToPath(import.meta.resolve('axe-core/axe.min.js')), 'utf8');

interface Axe {
  readonly run: (
    context: object,
    options: object,
  ) => Promise<{
    readonly violations: readonly {
      readonly id: string;
      readonly nodes: readonly { readonly html: string; readonly failureSummary: string }[];
    }[];
  }>;
}

/** What axe-core finds on a page, without the parts that were looked at before. */
export async function findingsOn(page: Page, seen = ''): Promise<readonly string[]> {
  // Evaluated by the debugger, because the page's policy allows only scripts of the server.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (excluded) => {
    const parts = excluded === '' ? [] : [...document.querySelectorAll(excluded)];
    const { violations } = await (window as never as { axe: Axe }).axe.run(
      { include: [document], exclude: parts },
      // It would also collect the elements that pass, and fetch the style sheets for rules that are off.
      { resultTypes: ['violations'], preload: false },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }, seen);
}
