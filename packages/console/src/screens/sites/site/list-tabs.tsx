import { useCommands } from '../../../app/commands.ts';
import { navigate } from '../../../app/router.ts';
import { LinkTabs } from '../../../design/lists/tabs.tsx';
import { siteHref } from './site.ts';

/** The parts of an inbox, as tabs and as commands; the first is shown without a query. */
export function ListTabs<Shown extends string>(props: {
  readonly site: string;
  readonly list: 'questions' | 'leads';
  readonly shown: readonly Shown[];
  readonly current: Shown;
  readonly words: { readonly title: string; readonly show: string } & Readonly<
    Record<Shown, string>
  >;
}) {
  const { site, list, shown, words } = props;
  const href = (one: Shown) => siteHref(site, `/${list}${one === shown[0] ? '' : `?show=${one}`}`);
  useCommands(
    () =>
      shown.map((one) => ({
        id: `${list} ${one}`,
        title: `${words.title}: ${words[one]}`,
        icon: list,
        run: () => navigate(href(one).slice(1)),
      })),
    [site],
  );
  return (
    <LinkTabs
      label={words.show}
      current={props.current}
      tabs={shown.map((id) => ({ id, label: words[id], href: href(id) }))}
    />
  );
}
