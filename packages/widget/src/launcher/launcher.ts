/** Entry point of the embed line: shows the button and loads the rest of the widget when it is pressed. */
import { type Embed, readEmbed } from './embed.ts';
import { createListeners } from './listeners.ts';
import { hasMoved, isFinal, loadSettings } from './settings.ts';
import {
  launcherWords,
  type Panel,
  type Scene,
  type Servers,
  type Stage,
  setScene,
} from './stage.ts';

type SiteAssistant = ReturnType<typeof launch>;

declare global {
  interface Window {
    SiteAssistant?: SiteAssistant;
  }
}

// A page with a second embed line keeps the first widget.
if (window.SiteAssistant === undefined) {
  const embed = readEmbed(document);
  if (embed === undefined) console.warn('No assistant: data-site names no site.');
  else window.SiteAssistant = launch(embed);
}

function launch(line: Embed) {
  const { on, emit } = createListeners();
  let setting: Promise<{ readonly stage: Stage; readonly scene: Scene }> | undefined;
  let panel: Panel | undefined;
  let tries = 0;

  /** Loads the button; after a failure the next call tries again. */
  const set = () => {
    setting ??= prepare().catch((error) => {
      setting = undefined;
      throw error;
    });
    return setting;
  };

  async function prepare() {
    const { servers, config } = await connect(line);
    await bodyOf(document);
    const into = placeOn(document, line.into);
    const scene = setScene(config, into, () => void open().catch(() => {}));
    const { root, frame, onOpenChange } = scene;
    const stage: Stage = {
      embed: line,
      servers,
      config,
      root,
      frame,
      isInline: into !== null,
      loadSettings: async (language) => loadSettings(await servers.current(), line, language),
      emit,
      onOpenChange,
    };
    return { stage, scene };
  }

  async function loadPanel(): Promise<Panel> {
    const { stage, scene } = await set();
    if (panel !== undefined) return panel;
    scene.complain('');
    scene.button.setAttribute('aria-busy', 'true');
    try {
      // Browsers cache a failed import by its address.
      const again = tries === 0 ? '' : `?${tries}`;
      tries += 1;
      const [{ createPanel }, present] = await Promise.all([
        importPart<{ readonly createPanel: (stage: Stage) => Panel }>(line, PANEL_FILE + again),
        followRelocation(line, stage),
      ]);
      // Two presses may have waited for the same part.
      panel ??= createPanel(present);
      return panel;
    } catch (error) {
      scene.complain(launcherWords[stage.config.language].unreachable);
      throw error;
    } finally {
      scene.button.removeAttribute('aria-busy');
    }
  }

  const open = async () => (await loadPanel()).open();

  /** Retries until there is a connection. */
  const begin = async (delayMs: number): Promise<void> => {
    try {
      const { stage } = await set();
      if (stage.isInline) await open();
    } catch (error) {
      // A message for the developer of the page.
      if (isFinal(error)) console.warn(error.message);
      else {
        await connection(delayMs);
        await begin(Math.min(delayMs * 3, delayMsMax));
      }
    }
  };
  void begin(4_000);

  return {
    open,
    close: () => panel?.close(),
    /** Opens the conversation and asks. */
    ask: async (question: string) => {
      (await loadPanel()).ask(String(question));
    },
    on,
  };
}

const delayMsMax = 300_000;

/** Resolves when the browser is online again, or after a delay. */
function connection(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, delayMs);
    addEventListener('online', () => resolve(), { once: true });
  });
}

/** The server that answers for the site, with its settings. */
async function connect(line: Embed): Promise<Pick<Stage, 'servers' | 'config'>> {
  const servers = line.node === undefined ? homeServers(line) : await chosenServers(line);
  return loadConfig(line, servers).catch(async (error) => {
    servers.forget();
    if (line.node !== undefined || !(await hasMoved(line))) throw error;
    return loadConfig(line, servers);
  });
}

/** The server of the embed line, until a call fails and the site turns out to have moved. */
function homeServers(line: Embed): Servers {
  const home = { base: line.operator, key: line.key };
  let others: Promise<Servers> | undefined;
  let isDoubtful = false;
  return {
    current: async () => {
      if (isDoubtful && (await hasMoved(line))) others ??= chosenServers(line);
      isDoubtful = false;
      return others === undefined ? home : (await others).current();
    },
    forget: () => {
      isDoubtful = true;
      void others?.then(({ forget }) => forget());
    },
  };
}

/** Checks whether the site has moved; called when a conversation starts, not on every page view. */
async function followRelocation(line: Embed, stage: Stage): Promise<Stage> {
  if (line.node !== undefined || !(await hasMoved(line))) return stage;
  try {
    return { ...stage, ...(await loadConfig(line, await chosenServers(line))) };
  } catch {
    // Unreachable, or blocked by the page: the current server stays.
    return stage;
  }
}

async function loadConfig(line: Embed, servers: Servers) {
  return { servers, config: await loadSettings(await servers.current(), line, line.language) };
}

async function chosenServers(line: Embed): Promise<Servers> {
  const { createServers } = await importPart<{
    readonly createServers: (line: Embed) => Servers;
  }>(line, SERVERS_FILE);
  return createServers(line);
}

function importPart<Part>({ parts }: Embed, file: string): Promise<Part> {
  return import(/* @vite-ignore */ `${parts}w/${file}`);
}

/** The element of the page for the conversation; null if there is none, then the corner is used. */
function placeOn(page: Document, selector: string | undefined): Element | null {
  try {
    return selector === undefined ? null : page.querySelector(selector);
  } catch {
    return null;
  }
}

async function bodyOf(page: Document): Promise<void> {
  if (page.readyState === 'loading')
    await new Promise((resolve) =>
      page.addEventListener('DOMContentLoaded', resolve, { once: true }),
    );
}
