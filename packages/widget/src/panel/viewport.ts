/** The part of the screen that a keyboard leaves free, as a style sheet. */
import { sheetOf } from '../launcher/stage.ts';

export interface Viewport {
  readonly sheet: CSSStyleSheet;
  readonly stop: () => void;
}

export function followViewport(view: VisualViewport | null): Viewport {
  const sheet = sheetOf('');
  const measure = () => {
    // Somebody who magnifies wants everything larger, not a smaller conversation.
    const isMagnified = (view?.scale ?? 1) > 1.05;
    sheet.replaceSync(
      view === null || isMagnified
        ? ''
        : `.panel{--free-height:${Math.round(view.height)}px;--free-top:${Math.round(view.offsetTop)}px}`,
    );
  };
  measure();
  for (const name of ['resize', 'scroll'] as const) view?.addEventListener(name, measure);
  return {
    sheet,
    stop: () => {
      for (const name of ['resize', 'scroll'] as const) view?.removeEventListener(name, measure);
    },
  };
}
