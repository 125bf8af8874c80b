/** The embed line's program: a button on the page that opens the site's conversation. */
(() => {
  const { currentScript: script } = document;
  addButton(script.dataset, new URL(script.src).origin).catch(() => {
    // A page without its assistant is still the page.
  });

  async function addButton({ site, key }, base) {
    const address = `${base}/v1/sites/${encodeURIComponent(site)}/config`;
    const response = await fetch(key ? `${address}?key=${encodeURIComponent(key)}` : address);
    if (!response.ok) return;
    const { business, colour, position, language } = await response.json();
    const link = document.createElement('a');
    link.href = `${base}/s/${encodeURIComponent(site)}?language=${language}`;
    link.target = '_blank';
    link.rel = 'noopener';
    link.className = position;
    link.style.setProperty('background', colour);
    link.setAttribute('aria-label', business);
    link.append(bubble());
    const host = document.createElement('div');
    // Open, so that a page and its tests can reach what stands on it; nothing secret is inside.
    const root = host.attachShadow({ mode: 'open' });
    root.adoptedStyleSheets = [style()];
    root.append(link);
    document.body.append(host);
  }

  function style() {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(`
      a {
        position: fixed; bottom: 1.25rem; right: 1.25rem; z-index: 2147483000;
        display: grid; place-items: center; width: 3.5rem; height: 3.5rem;
        border-radius: 50%; color: #fff; box-shadow: 0 .5rem 1.5rem -.5rem rgb(0 0 0 / 45%);
      }
      a.left { right: auto; left: 1.25rem; }
      a:focus-visible { outline: 3px solid currentColor; outline-offset: -6px; }
      svg { width: 1.6rem; height: 1.6rem; }
    `);
    return sheet;
  }

  function bubble() {
    const space = 'http://www.w3.org/2000/svg';
    const svg = document.createElementNS(space, 'svg');
    svg.setAttribute('viewBox', '0 0 24 24');
    svg.setAttribute('fill', 'currentColor');
    const path = document.createElementNS(space, 'path');
    path.setAttribute(
      'd',
      'M4 3h16a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2h-8l-6 5v-5H4a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2z',
    );
    svg.append(path);
    return svg;
  }
})();
