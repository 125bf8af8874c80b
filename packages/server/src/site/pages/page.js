/** The hosted conversation: asks by fetch, reads the stream, and writes text as text only. */
for (const chat of document.querySelectorAll('.chat')) converse(chat);

function converse(chat) {
  const { site, key, language, colour } = chat.dataset;
  if (colour) chat.style.setProperty('--brand', colour);
  const words = JSON.parse(chat.querySelector('.words').textContent);
  const talk = chat.querySelector('.talk');
  const form = chat.querySelector('.write');
  const lead = chat.querySelector('.lead');
  const suggestions = chat.querySelector('.suggestions');
  const base = `/v1/sites/${site}`;
  const conversation = token();
  const history = [];
  let questionId;
  let asking = false;

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const { question } = form.elements;
    if (question.value.trim() !== '' && !asking) void ask(question.value.trim());
  });
  form.elements.question.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    form.requestSubmit();
  });
  for (const button of suggestions.querySelectorAll('button'))
    button.addEventListener('click', () => {
      if (!asking) void ask(button.textContent);
    });
  chat.querySelector('.open-lead').addEventListener('click', () => openLead());
  lead.addEventListener('submit', (event) => {
    event.preventDefault();
    void leave();
  });

  async function ask(question) {
    asking = true;
    form.reset();
    suggestions.hidden = true;
    say('mine', question);
    const bubble = say('theirs', '');
    bubble.classList.add('waiting');
    const text = bubble.querySelector('p');
    try {
      const response = await post('ask', { question, history, conversation, page: location.href });
      if (!response.ok) {
        await showRefusal(bubble, response);
        return;
      }
      for await (const event of eventsOf(response.body)) {
        if (event.type === 'token') {
          bubble.classList.remove('waiting');
          text.textContent += event.text;
          talk.scrollTop = talk.scrollHeight;
        } else if (event.type === 'done') {
          questionId = event.id;
          finish(bubble, event);
          history.push(
            { role: 'user', content: question },
            { role: 'assistant', content: text.textContent },
          );
          return;
        }
      }
      text.textContent ||= words.lost;
    } catch {
      text.textContent ||= words.lost;
    } finally {
      bubble.classList.remove('waiting');
      asking = false;
    }
  }

  function finish(bubble, done) {
    bubble.lang = done.language;
    const under = bubble.querySelector('.under');
    const named = done.sources.filter((source) => source.quote !== '' || source.title !== '');
    if (named.length > 0) {
      const details = element('details');
      details.append(element('summary', words.sources));
      for (const { title, quote } of named) {
        const block = element('blockquote');
        if (title !== '') block.append(element('strong', title), ' ');
        block.append(quote);
        details.append(block);
      }
      under.append(details);
    }
    if (!done.answered) under.append(contact(done.handoff), leadButton());
    talk.scrollTop = talk.scrollHeight;
  }

  async function showRefusal(bubble, response) {
    const body = await response.json().catch(() => ({}));
    bubble.querySelector('p').textContent = body.error ?? words.lost;
    if (body.handoff) bubble.querySelector('.under').append(contact(body.handoff));
  }

  function contact(handoff) {
    const link = element('a', words.contact);
    link.className = 'button';
    // Only what a contact can be; a link of another kind leads nowhere.
    if (/^(?:https:\/\/|tel:|mailto:)/.test(handoff)) link.href = handoff;
    link.rel = 'noopener';
    link.hidden = !link.href;
    return link;
  }

  function leadButton() {
    const button = element('button', words.leave);
    button.className = 'button plain';
    button.type = 'button';
    button.addEventListener('click', () => openLead());
    return button;
  }

  function openLead() {
    lead.hidden = false;
    lead.scrollIntoView({ block: 'nearest' });
    lead.elements.contact.focus();
  }

  async function leave() {
    const send = lead.querySelector('button');
    const status = lead.querySelector('output');
    send.disabled = true;
    const fields = Object.fromEntries(new FormData(lead));
    try {
      const response = await post('leads', {
        ...fields,
        language,
        question_id: questionId,
        conversation,
        page: location.href,
      });
      const body = await response.json();
      status.textContent = response.ok ? '' : body.error;
      if (!response.ok) return;
      lead.reset();
      lead.hidden = true;
      say('theirs', body.message);
    } catch {
      status.textContent = words.lost;
    } finally {
      send.disabled = false;
    }
  }

  function say(who, text) {
    const bubble = element('div');
    bubble.className = `said ${who}`;
    const under = element('div');
    under.className = 'under';
    bubble.append(element('p', text), under);
    talk.append(bubble);
    talk.scrollTop = talk.scrollHeight;
    return bubble;
  }

  function post(path, body) {
    return fetch(`${base}/${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-site-key': key,
        'x-visitor': visitor(),
      },
      body: JSON.stringify(body),
    });
  }
}

function element(name, text) {
  const made = document.createElement(name);
  if (text !== undefined) made.textContent = text;
  return made;
}

async function* eventsOf(stream) {
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    rest += decoder.decode(value, { stream: true });
    const lines = rest.split('\n');
    rest = lines.pop();
    for (const line of lines) if (line.startsWith('data:')) yield JSON.parse(line.slice(5));
  }
}

/** Tells this browser from others behind the same network, for as long as the page is open. */
function visitor() {
  try {
    const kept = sessionStorage.getItem('baraza-visitor') ?? token();
    sessionStorage.setItem('baraza-visitor', kept);
    return kept;
  } catch {
    fallback ??= token();
    return fallback;
  }
}

let fallback;

function token() {
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => letters[byte % 64]).join('');
}
