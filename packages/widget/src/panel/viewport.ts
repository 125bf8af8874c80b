/** Follows the visual viewport, the area that an on-screen keyboard leaves free, as a style sheet. */
import { sheetOf } from '../launcher/stage.ts';

export type Viewport = ReturnType<typeof followViewport>;

const keyboardPxMin = 100;

export function followViewport(view: VisualViewport | null) {
  const sheet = sheetOf('');
  const measure = () => {
    // Pinch zoom must not shrink the conversation.
    const isMagnified = (view?.scale ?? 1) > 1.05;
    if (view === null || isMagnified) {
      sheet.replaceSync('');
      return;
    }
    const [height, top] = [Math.round(view.height), Math.round(view.offsetTop)];
    const hidden = innerHeight - top - height;
    // A smaller difference is a scrollbar, not a keyboard.
    const bottom = hidden > keyboardPxMin ? hidden : 0;
    sheet.replaceSync(
      `.panel{--free-height:${height}px;--free-top:${top}px;--free-bottom:${bottom}px}`,
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
