/** A project: the result of each check of its validation. */
import type { ConfigWarning } from '@baraza/contract';
import { useSignal } from '@preact/signals';
import { client, useWork } from '../../../api/client.ts';
import { PrimaryButton } from '../../../app/page.tsx';
import { Badge, Card, ErrorNote } from '../../../design/notes.tsx';
import { ago } from '../../../words/figures.ts';
import { ConfigWarnings } from '../config/config-warnings.tsx';
import type { ContentProps } from '../resource/content-props.ts';
import { CallCode } from '../snippets.tsx';
import { t } from './words.ts';
import './project.css';

export function Project({ resource, isWritable, onChanged }: ContentProps) {
  const { isBusy, problem, run } = useWork();
  const warnings = useSignal<readonly ConfigWarning[]>([]);
  const validate = () =>
    run(async () => {
      const validated = await client.platform.resources.validate(resource.id);
      warnings.value = validated.warnings ?? [];
      onChanged(validated);
    });
  const found = resource.validation ?? undefined;
  return (
    <>
      <Card
        title={t.title}
        lead={t.lead}
        actions={
          isWritable && (
            <PrimaryButton icon="check" isBusy={isBusy.value} run={validate} label={t.validate} />
          )
        }
      >
        <ErrorNote problem={problem.value} />
        <ConfigWarnings warnings={warnings.value} />
        {found === undefined ? (
          <p class="quiet">{t.never}</p>
        ) : (
          <>
            <p class="row" role="status">
              <Badge kind={found.ok ? 'good' : 'alarm'}>{found.ok ? t.good : t.bad}</Badge>
              <span class="quiet small">{t.at(ago(found.at))}</span>
            </p>
            <ol class="validation ruled-list">
              {found.checks.map((check) => (
                <li key={`${check.name} ${check.message}`}>
                  <Badge kind={check.ok ? 'good' : 'alarm'}>{check.ok ? t.ok : t.failed}</Badge>
                  <p>
                    <b>{check.name}</b> <span class="quiet">{check.message}</span>
                  </p>
                </li>
              ))}
            </ol>
          </>
        )}
      </Card>
      <CallCode
        method="PATCH"
        path={`/resources/${resource.id}`}
        body={{ action: 'validate' }}
        client={`const { validation } = await baraza.resources.validate('${resource.id}');`}
      />
    </>
  );
}
