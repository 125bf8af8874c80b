/**
 * Turns a model's stream into text that can be shown: whole characters only, without its reasoning
 * (`<think>` blocks).
 */
export type ModelText = ReturnType<typeof createModelText>;

const opening = '<think>';
const closing = '</think>';
// Longer than any answer, so it is reasoning.
const doubtMax = 100_000;

/** `unmarked`: this model is known to begin with reasoning and to mark only its end. */
export function createModelText(habit?: 'unmarked') {
  let phase: 'beginning' | 'thinking' | 'doubt' | 'beforeText' | 'inText' = 'beginning';
  let held = '';
  let isLineStart = true;
  let thinksUnmarked: boolean | undefined;

  const show = (text: string): string => {
    const start = phase === 'beforeText' ? text.trimStart() : text;
    if (start === '') return '';
    phase = 'inText';
    isLineStart = start.endsWith('\n');
    return visibleText(start);
  };

  const afterReasoning = (text: string): string | undefined => {
    const found = text.indexOf(closing);
    if (found === -1) return undefined;
    phase = 'beforeText';
    return text.slice(found + closing.length);
  };

  const withoutLoneMark = (text: string): string => {
    const found = text.indexOf(closing);
    const before = text.slice(0, Math.max(0, found));
    if (found === -1 || !(before === '' ? isLineStart : before.endsWith('\n'))) return show(text);
    thinksUnmarked = true;
    const shownBefore = show(before);
    phase = 'beforeText';
    return shownBefore + show(text.slice(found + closing.length));
  };

  return {
    /** Whether the stream had reasoning with a mark only at its end; undefined while that is not known. */
    thinksUnmarked: () => thinksUnmarked,
    /** The part that can be shown now; often empty. */
    push: (piece: string) => {
      let text = held + piece;
      held = '';
      if (phase === 'beginning') {
        text = text.trimStart();
        if (text.startsWith(opening)) phase = 'thinking';
        else if (opening.startsWith(text)) {
          held = text;
          return '';
        } else phase = habit === 'unmarked' ? 'doubt' : 'beforeText';
      }
      if (phase === 'thinking' || phase === 'doubt') {
        const after = afterReasoning(text);
        if (after === undefined) {
          if (phase === 'doubt' && text.length > doubtMax) phase = 'thinking';
          held = phase === 'doubt' ? text : text.slice(-closing.length);
          return '';
        }
        if (habit === 'unmarked') thinksUnmarked = true;
        text = after;
      }
      const kept = incompleteTail(text, thinksUnmarked === undefined ? closing : '');
      held = text.slice(text.length - kept);
      text = text.slice(0, text.length - kept);
      return thinksUnmarked === undefined ? withoutLoneMark(text) : show(text);
    },
    /** The part that was held back. */
    end: () => {
      if (phase === 'doubt') thinksUnmarked = false;
      const rest = phase === 'thinking' ? '' : held;
      held = '';
      return show(rest);
    },
  };
}

/** How many characters at the end may continue in the next piece: half of a pair, or the beginning of a mark. */
function incompleteTail(text: string, mark: string): number {
  const last = text.charCodeAt(text.length - 1);
  if (last >= 0xd800 && last <= 0xdbff) return 1;
  for (let length = Math.min(mark.length - 1, text.length); length > 0; length -= 1)
    if (mark.startsWith(text.slice(-length))) return length;
  return 0;
}

function visibleText(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
