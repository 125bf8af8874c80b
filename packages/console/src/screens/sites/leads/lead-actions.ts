import type { SiteLead } from '@baraza/contract';
import { call } from '../../../api/call.ts';
import { refreshResources } from '../../../api/resource.ts';
import { toast } from '../../../design/layers/toast.tsx';
import { speak } from '../../../words/language.ts';
import { tell } from '../site/attempt.ts';
import { sitePath } from '../site/site.ts';
import { words } from './words.ts';

/** Changes the status when the server has, and offers to change it back. */
export function moveLead(
  site: string,
  lead: SiteLead,
  status: SiteLead['status'],
  onMoved: (lead: SiteLead) => void,
): Promise<void> {
  return tell(async () => {
    onMoved(await setStatus(site, lead, status));
    const t = speak(words);
    toast({
      text: status === 'done' ? t.doneToast : t.newToast,
      onUndo: () => void tell(async () => onMoved(await setStatus(site, lead, lead.status))),
    });
  });
}

async function setStatus(
  site: string,
  { id }: SiteLead,
  status: SiteLead['status'],
): Promise<SiteLead> {
  const path = sitePath(site);
  const moved = await call<SiteLead>('PATCH', `${path}/leads/${id}`, { body: { status } });
  void refreshResources(path);
  return moved;
}
