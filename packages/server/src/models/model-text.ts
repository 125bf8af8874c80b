/** Pieces of a model's text as they come become text that can be shown: whole characters, and nothing of what it thought aloud first. */
export interface ModelText {
  /** What of the text can be shown now; often empty. */
  readonly push: (piece: string) => string;
  /** What was held back. */
  readonly end: () => string;
}

const opening = '<think>';
const closing = '</think>';

export function createModelText(): ModelText {
  let phase: 'beginning' | 'thinking' | 'speaking' | 'spoke' = 'beginning';
  let held = '';

  const speak = (text: string): string => {
    const start = phase === 'speaking' ? text.trimStart() : text;
    if (start !== '') phase = 'spoke';
    return shown(start);
  };

  return {
    push: (piece) => {
      let text = held + piece;
      held = '';
      if (phase === 'beginning') {
        text = text.trimStart();
        if (text.startsWith(opening)) phase = 'thinking';
        else if (opening.startsWith(text)) {
          held = text;
          return '';
        } else phase = 'speaking';
      }
      if (phase === 'thinking') {
        const found = text.indexOf(closing);
        if (found === -1) {
          held = text.slice(-closing.length);
          return '';
        }
        text = text.slice(found + closing.length);
        phase = 'speaking';
      }
      // Half of a character: its other half comes with the next piece.
      const last = text.charCodeAt(text.length - 1);
      if (last >= 0xd800 && last <= 0xdbff) {
        held = text.slice(-1);
        text = text.slice(0, -1);
      }
      return speak(text);
    },
    end: () => {
      const rest = phase === 'thinking' ? '' : held;
      held = '';
      return speak(rest);
    },
  };
}

function shown(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}
