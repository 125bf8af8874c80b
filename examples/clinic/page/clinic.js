/** Shared by both pages: the client, signing in, and the selected day. */
import { createPlatformClient, sessionInBrowser } from '/client/index.ts';

const settings = await (await fetch('/settings.json')).json();
export const baraza = createPlatformClient({
  baseUrl: settings.baseUrl,
  session: sessionInBrowser('clinic'),
});
const users = baraza.users(settings.people);
export const appointments = baraza.resources.collection(settings.appointments);
export const { appointments: appointmentsId } = settings;
export const find = (id) => document.getElementById(id);

export function make(tag, attributes, ...children) {
  const element = Object.assign(document.createElement(tag), attributes);
  element.append(...children);
  return element;
}

/** The selected day; by default, tomorrow. */
export function chosenDay() {
  find('day').value ||= new Date(Date.now() + 86_400_000).toISOString().slice(0, 10);
  return find('day').value;
}

/** Shows the sign-in form until there is a session, then calls `begin` with the account. */
export async function signedIn(begin) {
  const enter = (user) => {
    find('entry').hidden = true;
    find('inside').hidden = false;
    find('who').textContent = user.name;
    find('out').hidden = false;
    return begin(user);
  };
  find('out').onclick = async () => {
    await users.signOut();
    location.reload();
  };
  find('entry').onsubmit = async (event) => {
    event.preventDefault();
    const { name, email, password } = Object.fromEntries(new FormData(find('entry')));
    const isNew = event.submitter?.value === 'new';
    try {
      const { user } = isNew
        ? await users.signUp({ name, email, password })
        : await users.signIn({ email, password });
      await enter(user);
    } catch (error) {
      find('fault').textContent = error.message;
    }
  };
  const user = await users.me();
  if (user === undefined) find('entry').hidden = false;
  else await enter(user);
}
