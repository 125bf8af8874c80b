/** Loads the part that shows the messages of people; until it is there, what it missed waits in the memory. */

import type { Exchange } from '../panel/memory.ts';
import type { People, PeopleTools } from './people.ts';

/** `parts` is the address of the widget's files. */
export function createPeoplePart(parts: string, tools: PeopleTools) {
  let people: People | undefined;
  let loading: Promise<People | undefined> | undefined;
  let tries = 0;

  function load(): Promise<People | undefined> {
    loading ??= importPart().catch(() => {
      // Offline, or blocked by the page: tried again with the next answer.
      loading = undefined;
      return undefined;
    });
    return loading;
  }

  async function importPart(): Promise<People> {
    // Browsers cache a failed import by its address.
    const again = tries === 0 ? '' : `?${tries}`;
    tries += 1;
    const part = (await import(/* @vite-ignore */ `${parts}w/${PEOPLE_FILE}${again}`)) as {
      readonly createPeople: (tools: PeopleTools) => People;
    };
    people = part.createPeople(tools);
    people.drawn();
    return people;
  }

  return {
    load: () => void load(),
    /** Asks for a person; false if the part could not be loaded. */
    ask: async () => {
      const loaded = await load();
      await loaded?.ask();
      return loaded !== undefined;
    },
    drawn: () => people?.drawn(),
    answered: (exchange: Exchange) => void load().then((loaded) => loaded?.answered(exchange)),
    hasSpoken: () => people?.hasSpoken() ?? false,
    restart: () => people?.restart(),
  };
}
