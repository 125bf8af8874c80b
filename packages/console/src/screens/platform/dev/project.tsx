/** A project: what its validation found, check by check. */
import { useWork } from '../../../api/work.ts';
import { useCommands } from '../../../app/commands.ts';
import { Button } from '../../../design/controls/button.tsx';
import { CodeSnippet } from '../../../design/figures/code-snippet.tsx';
import { Badge } from '../../../design/notes/badge.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { ErrorNote } from '../../../design/notes/error-note.tsx';
import { ago } from '../../../words/figures.ts';
import { speak } from '../../../words/language.ts';
import type { ContentProps } from '../resource/content-props.ts';
import { actOn } from '../resource-api.ts';
import { callSnippets } from '../snippets.ts';
import { words } from './words.ts';
import './project.css';

export function Project({ resource, isWritable, onChanged }: ContentProps) {
  const said = speak(words);
  const { isBusy, problem, run } = useWork();
  const validate = () => run(async () => onChanged(await actOn(resource.id, 'validate')));
  useCommands(
    () =>
      isWritable
        ? [{ id: 'validate', title: said.validate, icon: 'check', run: () => void validate() }]
        : [],
    [isWritable],
  );
  const found = resource.validation ?? undefined;
  return (
    <>
      <Card
        title={said.title}
        lead={said.lead}
        actions={
          isWritable && (
            <Button
              kind="primary"
              icon="check"
              isBusy={isBusy.value}
              onClick={() => void validate()}
            >
              {said.validate}
            </Button>
          )
        }
      >
        {problem.value !== undefined && <ErrorNote problem={problem.value} />}
        {found === undefined ? (
          <p class="quiet">{said.never}</p>
        ) : (
          <>
            <p class="row" role="status">
              <Badge kind={found.ok ? 'good' : 'alarm'}>{found.ok ? said.good : said.bad}</Badge>
              <span class="quiet small">{said.at(ago(found.at))}</span>
            </p>
            <ol class="validation">
              {found.checks.map((check) => (
                <li key={`${check.name} ${check.message}`}>
                  <Badge kind={check.ok ? 'good' : 'alarm'}>
                    {check.ok ? said.ok : said.failed}
                  </Badge>
                  <p>
                    <b>{check.name}</b> <span class="quiet">{check.message}</span>
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
      <CodeSnippet
        label={said.inCode}
        snippets={callSnippets({
          method: 'PATCH',
          path: `/resources/${resource.id}`,
          body: { action: 'validate' },
          client: `const { validation } = await baraza.resources.validate('${resource.id}');`,
        })}
      />
    </>
  );
}
