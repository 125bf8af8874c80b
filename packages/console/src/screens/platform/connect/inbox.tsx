/** An inbox: how programs send to it, and what came. */
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { Records } from '../records/records.tsx';
import type { ContentProps } from '../resource/content-props.ts';
import { callSnippets } from '../snippets.ts';
import { words } from './words.ts';

export function Inbox(props: ContentProps) {
  const t = speak(words);
  const { id } = props.resource;
  return (
    <>
      <h2>{t.messages}</h2>
      <Records {...props} />
      <Card title={t.send}>
        <CodeSnippet
          label={t.send}
          snippets={callSnippets({
            method: 'PATCH',
            path: `/resources/${id}`,
            body: { action: 'capture', record: { from: 'Asha', text: 'Habari' } },
            client: `await baraza.resources.capture('${id}', { record: { from: 'Asha', text: 'Habari' } });`,
          })}
        />
      </Card>
    </>
  );
}
