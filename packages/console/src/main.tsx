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
import { resumePush, watchNotifications } from './api/push.ts';
import { onSignedIn, watchSession } from './api/session.ts';
import { startPreferences } from './app/preferences.ts';
import { navigate, startRouter } from './app/router.ts';
import { Shell } from './app/shell.tsx';
import { enter } from './app/sign-in.tsx';
import { routes } from './routes.ts';
import { language } from './words/language.ts';

startPreferences();
watchConnection();
watchSession();
startRouter();
watchNotifications(navigate);
// A device that cannot be registered again shows no notifications; the account page says so.
onSignedIn((view) => void (view.can.sites && resumePush(language.peek()).catch(() => {})));
const root = document.getElementById('app');
if (root !== null) render(<Shell routes={routes} />, root);
void enter();
