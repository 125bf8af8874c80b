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
  if (document.querySelector('.hosted') !== null) followAssistant(window.SiteAssistant);
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

/** The language choice of the assistant changes the whole page; the link of the page is there until it has loaded. */
function followAssistant(assistant) {
  const { dataset } = document.documentElement;
  if (assistant === undefined) {
    dataset.assistant = 'absent';
    return;
  }
  assistant.on('open', () => {
    dataset.assistant = 'open';
  });
  let last = new AbortController();
  assistant.on('language', ({ language }) => {
    last.abort();
    last = new AbortController();
    // Offline the texts of the page stay as they are; the conversation changes its language all the same.
    followLanguage(language, last.signal).catch(() => {});
  });
}

/** Changes the texts of the page without a reload, which would lose the text being written. */
async function followLanguage(language, signal) {
  const address = new URL(location.href);
  address.searchParams.set('language', language);
  const response = await fetch(address, { credentials: 'omit', signal });
  const next = new DOMParser().parseFromString(await response.text(), 'text/html');
  if (!response.ok || signal.aborted) return;
  history.replaceState(history.state, '', address);
  document.documentElement.lang = next.documentElement.lang;
  document.title = next.title;
  const parts = ['.business', 'aside dl', ...(isFilled(leadForm()) ? [] : ['form.lead'])];
  for (const part of parts) document.querySelector(part).replaceWith(next.querySelector(part));
  if (parts.includes('form.lead')) takeContact(leadForm());
  const { ariaLabel } = next.querySelector('main');
  document.querySelector('main').ariaLabel = ariaLabel;
}

function leadForm() {
  return document.querySelector('form.lead');
}

/** Keeps the entered text and the message of thanks. */
function isFilled(form) {
  const { contact, name, message } = form.elements;
  return (
    [contact, name, message].some(({ value }) => value !== '') ||
    form.querySelector('output').value !== ''
  );
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
      // Sent again when the browser is online.
      isWaiting = true;
      status.textContent = lost;
    } finally {
      button.disabled = false;
    }
  });
}
