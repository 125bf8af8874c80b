import { siteName } from '../api/session.ts';
import { language, speak } from '../words/language.ts';
import { type Around, pagesOf } from './bars.tsx';
import { type Command, useCommands } from './commands.ts';
import { areasOf, pages } from './navigation.ts';
import { schemeItems, toggleLanguage } from './preference-switches.tsx';
import { navigate } from './router.ts';
import { leave } from './sign-out.tsx';
import { words } from './words.ts';

/** Every page of every area, every site, and what the account menu has. */
export function ShellCommands(around: Around): null {
  useCommands(() => {
    const t = speak(words);
    const areas = areasOf(around.view);
    return [
      ...areas.flatMap((area) =>
        pagesOf({ ...around, area }).map(
          (page): Command => ({
            id: `page ${page.href}`,
            title: t.goTo(page.label[language.value]),
            icon: page.icon,
            keywords: `${t[area]} ${Object.values(page.label).join(' ')}`,
            run: () => navigate(page.href.slice(1)),
          }),
        ),
      ),
      ...(areas.includes('owner') ? around.view.sites : []).map(
        (site): Command => ({
          id: `site ${site.id}`,
          title: siteName(site),
          icon: 'sites',
          keywords: `${t.sites} ${site.id}`,
          run: () => navigate(`/sites/${encodeURIComponent(site.id)}`),
        }),
      ),
      { id: 'language', title: t.language, icon: 'language', run: toggleLanguage },
      ...schemeItems().map(
        ({ label, icon, onSelect }): Command => ({
          id: `scheme ${icon}`,
          title: label,
          icon,
          run: onSelect,
        }),
      ),
      { id: 'sign-out', title: t.signOut, icon: 'leave', run: leave },
    ];
  }, [around.view, around.site, around.routes, pages]);
  return null;
}
