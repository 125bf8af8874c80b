/** Keeps the focus inside the conversation while it is open. */
export function keepFocus(dialog: HTMLElement, event: KeyboardEvent): void {
  if (event.key !== 'Tab') return;
  const stops = [...dialog.querySelectorAll<HTMLElement>(focusable)].filter(
    (stop) => stop.getClientRects().length > 0,
  );
  const [first, last] = [stops[0], stops.at(-1)];
  const active = (dialog.getRootNode() as ShadowRoot).activeElement;
  const edge = event.shiftKey ? first : last;
  const isOutside = active === null || active === dialog || !dialog.contains(active);
  if (active !== edge && !isOutside) return;
  event.preventDefault();
  (event.shiftKey ? last : first)?.focus();
}

const focusable =
  'a[href], button:not([disabled]), input:not([disabled]):not([tabindex="-1"]), textarea:not([disabled]), ' +
  'summary, [tabindex="0"]';

/** The focused element, also inside shadow roots. */
export function focusedElement(): HTMLElement | undefined {
  let active = document.activeElement;
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement;
  return active instanceof HTMLElement && active !== document.body ? active : undefined;
}
