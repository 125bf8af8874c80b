/** Cursor pagination as an async iterator, one page in memory at a time. */
export async function* iteratePages<Page extends Cursored, Item>(
  read: (cursor: string | undefined) => Promise<Page>,
  itemsOf: (page: Page) => readonly Item[],
): AsyncGenerator<Item, void, undefined> {
  let cursor: string | undefined;
  do {
    const page = await read(cursor);
    yield* itemsOf(page);
    cursor = page.nextCursor ?? undefined;
  } while (cursor !== undefined);
}

/** The default page size of iterations. */
export const pageSizeDefault = 100;

type Cursored = { readonly nextCursor?: string | null | undefined };
