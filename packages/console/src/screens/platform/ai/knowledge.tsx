import type { Resource } from '@baraza/contract';
import { client } from '../../../api/client.ts';
import { asProblem } from '../../../api/problem.ts';
import { useResource } from '../../../api/resource.ts';
import { Icon } from '../../../design/base/icon.tsx';
import { Card } from '../../../design/notes/card.tsx';
import { speak } from '../../../words/language.ts';
import { contentOf } from '../resources/resources.tsx';
import { services } from '../services.ts';
import { words } from './words.ts';

interface Known {
  readonly id: string;
  /** Undefined where it was deleted, or this session may not see it. */
  readonly resource: Resource | undefined;
}

/** What an assistant answers from, and what of it is not there any more. */
export function Knowledge({ ids }: { readonly ids: readonly string[] }) {
  const t = speak(words);
  const loaded = useResource(`platform/known/${ids.join()}`, (signal) =>
    Promise.all(ids.map((id) => lookUp(id, signal))),
  );
  return (
    <Card title={t.knowledge}>
      {ids.length === 0 && <p class="quiet">{t.noKnowledge}</p>}
      {ids.length > 0 && (
        <ul class="known">
          {(loaded.data.value ?? []).map(({ id, resource }) => (
            <li key={id}>
              {resource === undefined ? (
                <span class="known-item quiet">
                  <Icon name="warning" />
                  {t.gone}
                </span>
              ) : (
                <a class="known-item" href={`#/platform/resources/${id}`}>
                  <Icon name={services[resource.service].icon} />
                  <span>{resource.name}</span>
                  <span class="quiet small">
                    {resource.state === 'archived' ? t.archived : contentOf(resource)}
                  </span>
                </a>
              )}
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

async function lookUp(id: string, signal: AbortSignal): Promise<Known> {
  try {
    return { id, resource: await client.platform.resources.get(id, { records: false, signal }) };
  } catch (error) {
    if (![400, 403, 404].includes(asProblem(error).status)) throw error;
    return { id, resource: undefined };
  }
}
