/** What every page needs: the client, the language, the assistant and signing in. */
import { createPlatformClient, sessionInBrowser } from '/client/index.js';
import { words } from '/words.js';

export const settings = await (await fetch('/settings.json')).json();
export const baraza = createPlatformClient({
  baseUrl: settings.platform,
  session: sessionInBrowser(settings.name),
});
const users = baraza.users(settings.people);

export const find = (id) => document.getElementById(id);

export function make(tag, properties, ...children) {
  const { data = {}, ...own } = properties;
  const element = Object.assign(document.createElement(tag), own);
  Object.assign(element.dataset, data);
  element.append(...children);
  return element;
}

let language =
  localStorage.getItem('language') ?? (navigator.language.startsWith('sw') ? 'sw' : 'en');
export const locale = () => `${language}-KE`;
export const say = (word) => words[language][word];

/** Writes the words of the page, now and whenever the language changes; `draw` writes what the script made. */
export function speak(draw) {
  const write = () => {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll('[data-say]'))
      element.textContent = say(element.dataset.say);
    draw();
  };
  find('language').onclick = () => {
    language = language === 'sw' ? 'en' : 'sw';
    localStorage.setItem('language', language);
    write();
  };
  write();
}

/** Puts the assistant into the corner, if the project has one. */
export function showAssistant() {
  if (settings.assistant === undefined) return;
  const { script, site, key } = settings.assistant;
  document.head.append(make('script', { src: script, data: { site, key, language } }));
}

/** Shows the form until someone has signed in, then what is inside. */
export async function signedIn(begin) {
  const form = find('entry');
  const enter = async (user) => {
    form.hidden = true;
    find('inside').hidden = false;
    find('out').hidden = false;
    await begin(user);
  };
  find('out').onclick = async () => {
    await users.signOut();
    location.reload();
  };
  form.onsubmit = async (event) => {
    event.preventDefault();
    const { name, email, password } = Object.fromEntries(new FormData(form));
    const isNew = event.submitter.value === 'new';
    const account = isNew ? { name: name.trim() || email, email, password } : { email, password };
    find('fault').textContent = '';
    try {
      const { user } = await (isNew ? users.signUp(account) : users.signIn(account));
      await enter(user);
    } catch (error) {
      find('fault').textContent =
        { 401: say('wrong'), 409: say('taken') }[error.status] ?? error.message;
    }
  };
  const user = await users.me();
  if (user === undefined) form.hidden = false;
  else await enter(user);
}

/** Calls `change` at once and after each change of a collection, also when a lost connection is back. */
export async function follow(collection, change) {
  const onConnection = (isOpen) => {
    find('live').className = isOpen ? 'on' : '';
    if (isOpen) void change();
  };
  const options = { resources: [collection], onConnection, onGap: change };
  for await (const _ of baraza.events(options)) await change();
}
