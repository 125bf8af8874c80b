/** What the palette finds besides pages: settings by everyday words, and entries of the site. */
import type { SiteDetails } from '@baraza/contract';
import { client, useResource } from '../../api/client.ts';
import { signedIn } from '../../api/session.ts';
import type { IconName } from '../../design/icon.tsx';
import { inCurrent, localized } from '../../words/language.ts';
import { type Command, useCommands } from '../commands.ts';
import { navigate } from '../router.ts';
import { places } from './places.ts';

export function Finder({ site }: { readonly site: string }): null {
  const { role } = signedIn();
  const at = `/sites/${encodeURIComponent(site)}`;
  const loaded = useResource(`/console${at}`, (signal) => client.sites.get(site, { signal }));
  const details = loaded.data.value;
  useCommands(
    () => [
      ...places
        .filter(({ roles }) => roles.includes(role))
        .map(({ path, icon, label, words }) => ({
          id: `place ${path} ${label[1]}`,
          title: inCurrent(label),
          icon,
          keywords: `${words} ${label.join(' ')}`,
          isTyped: true,
          run: () => navigate(path.startsWith('/') ? path : `${at}/${path}`),
        })),
      ...(details === undefined || role === 'answerer' ? [] : entriesOf(details, at)),
    ],
    [site, role, details],
  );
  return null;
}

function entriesOf({ profile }: SiteDetails, at: string): readonly Command[] {
  const entry = (list: string, icon: IconName, id: string, title: Text, text: string) => ({
    id: `entry ${list} ${id}`,
    title: localized(title),
    icon,
    keywords: `${textsOf(title)} ${text}`,
    isTyped: true,
    run: () => navigate(`${at}/information/${list}?entry=${encodeURIComponent(id)}`),
  });
  return [
    ...profile.prices.map(({ id, item, price, currency }) =>
      entry('prices', 'information', id, item, `${currency} ${price}`),
    ),
    ...profile.faqs.map(({ id, question, answer }) =>
      entry('faqs', 'questions', id, question, textsOf(answer)),
    ),
    ...profile.facts.map(({ id, title, text }) =>
      entry('facts', 'information', id, title, textsOf(text)),
    ),
    ...profile.documents.map(({ id, title }) => entry('documents', 'file', id, title, '')),
  ];
}

type Text = Parameters<typeof localized>[0];

function textsOf(text: Text): string {
  return typeof text === 'string' ? text : Object.values(text ?? {}).join(' ');
}
