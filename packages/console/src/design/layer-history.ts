/** Lets the Back button of a browser or phone close the layer on top instead of leaving the page. */
import { useEffect, useRef } from 'preact/hooks';

let lastLayer = 0;
const openLayers = new Set<number>();

/** While a layer with `onClose` is open, it has an entry in the history, with the same address. */
export function useBackCloses(onClose: (() => void) | undefined): void {
  const close = useRef(onClose);
  close.current = onClose;
  const isClosable = onClose !== undefined;
  useEffect(() => {
    if (!isClosable) return;
    lastLayer += 1;
    const layer = lastLayer;
    openLayers.add(layer);
    const below = currentLayer();
    // The entry of a layer that has just been replaced by this one is used again.
    if (below !== undefined && !openLayers.has(below)) history.replaceState({ layer }, '');
    else history.pushState({ layer }, '');
    const follow = () => {
      const top = currentLayer();
      if (top === undefined || top < layer) close.current?.();
    };
    addEventListener('popstate', follow);
    return () => {
      openLayers.delete(layer);
      removeEventListener('popstate', follow);
      // Deferred: a layer or page that opens right after this one uses the same history entry.
      setTimeout(() => {
        if (currentLayer() === layer) history.back();
      });
    };
  }, [isClosable]);
}

/** The layer of the current history entry. */
function currentLayer(): number | undefined {
  return (history.state as { readonly layer?: number } | null)?.layer;
}
