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

/** Violations that axe-core finds on a page, except in the elements that a selector excludes. */
export async function findingsOn(page: Page, excluded = ''): Promise<readonly string[]> {
  // Evaluated by the debugger, because the page's policy allows only scripts of the server.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe);
  return page.evaluate(async (selector) => {
    const parts = selector === '' ? [] : [...document.querySelectorAll(selector)];
    const { violations } = await (window as never as { axe: Axe }).axe.run(
      { include: [document], exclude: parts },
      // By default, axe-core also collects the elements that pass, and fetches style sheets for rules that are off.
      { resultTypes: ['violations'], preload: false },
    );
    return violations.flatMap(({ id, nodes }) =>
      nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 160)} ${failureSummary}`),
    );
  }, excluded);
}
