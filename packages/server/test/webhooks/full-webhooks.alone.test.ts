import { engines } from '../sockets/requests.ts';
import { testFullWebhooks } from './full-webhooks.ts';

for (const engine of engines) testFullWebhooks(engine, 50);
