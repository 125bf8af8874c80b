/** An inbox: how programs send to it, and what came. */
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { Records } from '../records/records.tsx';
import type { ContentProps } from '../resource/content-props.ts';
import { callSnippets } from '../snippets.ts';
import { words } from './words.ts';

export function Inbox(props: ContentProps) {
  const said = speak(words);
  const { id } = props.resource;
  return (
    <>
      <h2>{said.messages}</h2>
      <Records {...props} />
      <Card title={said.send}>
        <CodeSnippet
          label={said.send}
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
