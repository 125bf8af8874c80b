/** The pages of the server: the owner's colour, what opens the assistant, and the form for a contact. */
colourPage(document.documentElement.dataset.colour);
document.addEventListener('DOMContentLoaded', () => {
  for (const button of document.querySelectorAll('[data-ask], [data-open]'))
    button.addEventListener('click', () => {
      const { ask } = button.dataset;
      if (ask === undefined) window.SiteAssistant?.open();
      else window.SiteAssistant?.ask(ask);
    });
  for (const form of document.querySelectorAll('form.lead')) takeContact(form);
});

function colourPage(colour) {
  if (!colour) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`:root{--brand:${colour};--on-brand:${inkOn(colour)}}`);
  document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];
}

/** White where it can be read on the colour, else black (WCAG 2.2). */
function inkOn(colour) {
  const digits = colour.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3');
  const [red, green, blue] = [0, 2, 4].map((at) => {
    const share = Number.parseInt(digits.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  const light = 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  return 1.05 / (light + 0.05) >= 4.5 ? '#fff' : '#000';
}

function takeContact(form) {
  const { site, key, language, lost } = form.dataset;
  const status = form.querySelector('output');
  const button = form.querySelector('button');
  let isWaiting = false;
  addEventListener('online', () => isWaiting && form.requestSubmit());
  form.addEventListener('submit', async (event) => {
    event.preventDefault();
    button.disabled = true;
    status.textContent = '';
    isWaiting = false;
    try {
      const response = await fetch(`/v1/sites/${encodeURIComponent(site)}/leads`, {
        method: 'POST',
        credentials: 'omit',
        headers: { 'content-type': 'application/json', 'x-site-key': key },
        body: JSON.stringify({
          ...Object.fromEntries(new FormData(form)),
          language,
          page: location.origin + location.pathname,
        }),
      });
      const body = await response.json();
      status.textContent = response.ok ? body.message : body.error;
      if (response.ok) form.reset();
    } catch {
      // A contact that was given goes out as soon as it can; a customer was there.
      isWaiting = true;
      status.textContent = lost;
    } finally {
      button.disabled = false;
    }
  });
}
