/**
 * The order in which the process of the built-in models works: vectors that a visitor waits for, then
 * readings, a passage of each site in turn, then all other vectors.
 */
interface WorkQueue<Work extends QueuedWork> {
  readonly add: (work: Work) => void;
  /** The work whose next unit is due; asking again gives the next in turn. */
  readonly next: () => Work | undefined;
  /** Takes it out, whether it is done or nobody waits for it any more. */
  readonly remove: (id: number) => void;
}

interface QueuedWork {
  readonly id: number;
  readonly rank: 'urgent' | 'patient' | { readonly site: string };
}

export function createWorkQueue<Work extends QueuedWork>(): WorkQueue<Work> {
  const urgent: Work[] = [];
  const patient: Work[] = [];
  // A map keeps the order of insertion: the first site is the next in line.
  const sites = new Map<string, Work[]>();
  let servedLast: string | undefined;

  const lineOf = ({ rank }: QueuedWork): Work[] => {
    if (rank === 'urgent') return urgent;
    if (rank === 'patient') return patient;
    const line = sites.get(rank.site) ?? [];
    sites.set(rank.site, line);
    return line;
  };

  const nextReading = (): Work | undefined => {
    // It goes to the back only now: whoever came during its turn stands before it.
    const line = servedLast === undefined ? undefined : sites.get(servedLast);
    if (servedLast !== undefined && line !== undefined) {
      sites.delete(servedLast);
      sites.set(servedLast, line);
    }
    for (const [site, [work]] of sites) {
      servedLast = site;
      if (work !== undefined) return work;
      sites.delete(site);
    }
    return undefined;
  };

  return {
    add: (work) => {
      lineOf(work).push(work);
    },
    next: () => urgent[0] ?? nextReading() ?? patient[0],
    remove: (id) => {
      for (const line of [urgent, patient, ...sites.values()]) {
        const place = line.findIndex((work) => work.id === id);
        if (place >= 0) line.splice(place, 1);
      }
    },
  };
}
