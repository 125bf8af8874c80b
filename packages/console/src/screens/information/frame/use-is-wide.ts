import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

/** Whether the window matches a media query, as long as the caller is drawn. */
export function useIsWide(query: string): boolean {
  const isWide = useSignal(matchMedia(query).matches);
  useEffect(() => {
    const list = matchMedia(query);
    const follow = () => {
      isWide.value = list.matches;
    };
    list.addEventListener('change', follow);
    return () => list.removeEventListener('change', follow);
  }, [query]);
  return isWide.value;
}
