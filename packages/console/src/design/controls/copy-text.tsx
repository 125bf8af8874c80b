import { useSignal } from '@preact/signals';
import { speak } from '../../words/language.ts';
import { words } from '../words.ts';
import { Button } from './button.tsx';
import './controls.css';

/** A text to take along: a key, an address, a line of code. */
export function CopyText(props: {
  readonly label: string;
  readonly text: string;
  /** What is seen, where the text is long or secret. */
  readonly shown?: string;
}) {
  return (
    <div class="copy-text">
      <code class="copy-shown grow">{props.shown ?? props.text}</code>
      <CopyButton label={props.label} text={props.text} />
    </div>
  );
}

export function CopyButton({ label, text }: { readonly label: string; readonly text: string }) {
  const t = speak(words);
  const isCopied = useSignal(false);
  const copy = async () => {
    await copyToClipboard(text);
    isCopied.value = true;
    setTimeout(() => {
      isCopied.value = false;
    }, 2_000);
  };
  return (
    <Button kind="quiet" icon={isCopied.value ? 'check' : 'copy'} onClick={() => void copy()}>
      {isCopied.value ? t.copied : t.copy}
      <span class="unseen"> {label}</span>
    </Button>
  );
}

// A page without TLS on another address than this machine's has no clipboard of its own.
async function copyToClipboard(text: string): Promise<void> {
  if (navigator.clipboard !== undefined) return await navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'unseen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
}
