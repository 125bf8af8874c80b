/** Words for those who do not see the page, spoken when they change. */
import { signal } from '@preact/signals';

const text = signal('');

export function announce(sentence: string): void {
  text.value = sentence;
}

export function Announcer() {
  return (
    <p class="unseen" role="status">
      {text}
    </p>
  );
}
