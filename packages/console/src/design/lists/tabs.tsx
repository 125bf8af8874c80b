import type { ComponentChildren } from 'preact';
import { useEffect, useId, useRef } from 'preact/hooks';

interface Tab<Id extends string = string> {
  readonly id: Id;
  readonly label: string;
  readonly count?: string | undefined;
}

/** Parts of one screen, shown one at a time. */
export function Tabs<Id extends string>(props: {
  readonly label: string;
  readonly tabs: readonly Tab<Id>[];
  readonly current: Id;
  readonly onChange: (id: Id) => void;
  readonly children: ComponentChildren;
}) {
  const id = useId();
  const { tabs, current } = props;
  const move = (event: KeyboardEvent) => {
    const at = tabs.findIndex((tab) => tab.id === current);
    const next = {
      ArrowRight: at + 1,
      ArrowLeft: at - 1 + tabs.length,
      Home: 0,
      End: tabs.length - 1,
    }[event.key];
    const tab = next === undefined ? undefined : tabs[next % tabs.length];
    if (tab === undefined) return;
    event.preventDefault();
    props.onChange(tab.id);
    document.getElementById(`${id}-${tab.id}`)?.focus();
  };
  return (
    <>
      <div class="tabs" role="tablist" aria-label={props.label} onKeyDown={move}>
        {tabs.map((tab) => (
          <button
            key={tab.id}
            type="button"
            role="tab"
            class="tab"
            id={`${id}-${tab.id}`}
            aria-selected={tab.id === current}
            aria-controls={`${id}-panel`}
            tabIndex={tab.id === current ? 0 : -1}
            onClick={() => props.onChange(tab.id)}
          >
            <TabWords {...tab} />
          </button>
        ))}
      </div>
      <div role="tabpanel" class="stack" id={`${id}-panel`} aria-labelledby={`${id}-${current}`}>
        {props.children}
      </div>
    </>
  );
}

/** Tabs that are links. */
export function LinkTabs(props: {
  readonly label: string;
  readonly tabs: readonly (Tab & { readonly href: string })[];
  readonly current: string;
}) {
  const list = useRef<HTMLElement>(null);
  useEffect(() => {
    const tab = list.current?.querySelector<HTMLElement>('[aria-current]');
    const room = (list.current?.clientWidth ?? 0) - (tab?.clientWidth ?? 0);
    if (tab)
      list.current?.scrollTo({
        left: tab.offsetLeft - (list.current?.offsetLeft ?? 0) - room / 2,
        behavior: 'instant',
      });
  }, [props.current]);
  return (
    <nav ref={list} class="tabs" aria-label={props.label}>
      {props.tabs.map((tab) => (
        <a
          key={tab.id}
          class="tab"
          href={tab.href}
          aria-current={tab.id === props.current ? 'page' : undefined}
        >
          <TabWords {...tab} />
        </a>
      ))}
    </nav>
  );
}

function TabWords({ label, count }: Tab) {
  return (
    <>
      {label}
      {count !== undefined && <span class="tab-count figures">{count}</span>}
    </>
  );
}
