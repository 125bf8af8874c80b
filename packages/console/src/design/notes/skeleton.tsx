import { speak } from '../../words/language.ts';
import { words } from '../words.ts';
import './notes.css';

/** The shape of what is on its way. */
export function Skeleton({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="skeleton" aria-busy="true">
      <span class="unseen">{speak(words).busy}</span>
      {Array.from({ length: lines }, (_, at) => (
        <span key={at} />
      ))}
    </div>
  );
}
