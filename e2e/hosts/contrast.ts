/** Checks the contrast of every text of the widget, because axe-core cannot compute it outside the body. */
import type { Page } from 'playwright-core';

/** Texts with less contrast than WCAG 2.2 AA requires. */
export function faintTexts(page: Page): Promise<readonly string[]> {
  return page.locator('.frame').evaluate((frame) => {
    type Colour = readonly number[];
    const parse = (text: string): Colour => (text.match(/[\d.]+/g) ?? []).map(Number);
    const light = ([red = 0, green = 0, blue = 0]: Colour) => {
      const [r = 0, g = 0, b = 0] = [red, green, blue].map((part) => {
        const share = part / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * r + 0.7152 * g + 0.0722 * b;
    };
    const ratio = (one: Colour, other: Colour) =>
      (Math.max(light(one), light(other)) + 0.05) / (Math.min(light(one), light(other)) + 0.05);
    const backgroundOf = (element: Element): Colour => {
      for (let at: Element | null = element; at !== null; at = at.parentElement) {
        const colour = parse(getComputedStyle(at).backgroundColor);
        if ((colour[3] ?? 1) === 1 && colour.length >= 3) return colour;
      }
      return [255, 255, 255];
    };
    const isSeen = (element: Element) =>
      element.closest('.unseen') === null &&
      getComputedStyle(element).visibility === 'visible' &&
      element.getClientRects().length > 0;
    const judge = (element: Element, ink: string, text: string) => {
      const found = ratio(parse(ink), backgroundOf(element));
      return found >= 4.5 ? [] : [`${text} ${found.toFixed(2)} ${ink}`];
    };
    const walker = document.createTreeWalker(frame, NodeFilter.SHOW_TEXT);
    const faint: string[] = [];
    while (walker.nextNode()) {
      const { parentElement: parent, textContent } = walker.currentNode;
      if (parent === null || textContent?.trim() === '' || !isSeen(parent)) continue;
      faint.push(...judge(parent, getComputedStyle(parent).color, textContent ?? ''));
    }
    for (const field of frame.querySelectorAll('input, textarea'))
      if (isSeen(field))
        faint.push(
          ...judge(field, getComputedStyle(field, '::placeholder').color, 'placeholder'),
          ...judge(field, getComputedStyle(field).color, 'field'),
        );
    return faint;
  });
}
