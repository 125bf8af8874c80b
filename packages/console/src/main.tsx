/** The console: what is known of the visitor first, then the page. */
import './design/base/tokens.css';
import './design/base/type.css';
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
