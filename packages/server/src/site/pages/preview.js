/**
 * Shows the widget with unsaved settings, which are in the hash of the address. Only in the frame of the console:
 * elsewhere a link could put any text on this page.
 */
if (window.parent === window) location.replace(location.pathname);
else {
  addEventListener('hashchange', () => location.reload());
  const { isOpen, ...unsaved } = readUnsaved();
  const load = window.fetch.bind(window);
  window.fetch = async (address, options) => {
    const { pathname } = new URL(address, location.href);
    // A preview asks, counts and stores nothing.
    if (pathname.endsWith('/ask')) return answered(document.querySelector('main').dataset.answer);
    if (!pathname.endsWith('/config')) return load(address, options);
    const response = await load(address, options);
    return response.ok ? Response.json(withUnsaved(await response.json(), unsaved)) : response;
  };
  // A user who types outside this frame keeps the focus there, until they enter it.
  const { focus } = HTMLElement.prototype;
  HTMLElement.prototype.focus = () => {};
  const comeIn = () => {
    HTMLElement.prototype.focus = focus;
  };
  for (const type of ['pointerdown', 'keydown']) addEventListener(type, comeIn, { capture: true });
  document.addEventListener('DOMContentLoaded', () => {
    if (isOpen) window.SiteAssistant?.open().catch(() => {});
  });
}

/** What is left empty has the words that visitors get then. */
function withUnsaved(config, unsaved) {
  const { name, greeting } = document.querySelector('main').dataset;
  const shown = { ...config, ...unsaved };
  return { ...shown, name: shown.name || name, greeting: shown.greeting || greeting };
}

function readUnsaved() {
  try {
    const { isOpen, name, business, greeting, colour, position, suggestions, privacy } = JSON.parse(
      decodeURIComponent(location.hash.slice(1)),
    );
    const given = { isOpen, name, business, greeting, colour, position, suggestions, privacy };
    return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
  } catch {
    return {};
  }
}

function answered(text) {
  const events = [
    { type: 'token', text },
    {
      type: 'done',
      answered: true,
      language: document.documentElement.lang,
      sources: [],
      handoff: '#',
      id: '',
    },
  ];
  return new Response(events.map((event) => `data: ${JSON.stringify(event)}\n\n`).join(''), {
    headers: { 'content-type': 'text/event-stream' },
  });
}
