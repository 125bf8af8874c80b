/** Starts the console. The styles come first, in the order in which they override each other. */
import './design/tokens.css';
import './design/type.css';
import './design/controls.css';
import './design/layers.css';
import './design/notes.css';
import './app/palette.css';
import './app/sign-in.css';
import './app/shell.css';
import './design/lists/lists.css';
import './design/parts.css';
import { render } from 'preact';
import { watchConnection } from './api/connection.ts';
import { watchSession } from './api/session.ts';
import { startPreferences } from './app/preferences.ts';
import { startRouter } from './app/router.ts';
import { Shell } from './app/shell.tsx';
import { enter } from './app/sign-in.tsx';
import { routes } from './routes.ts';

startPreferences();
watchConnection();
watchSession();
startRouter();
const root = document.getElementById('app');
if (root !== null) render(<Shell routes={routes} />, root);
void enter();
