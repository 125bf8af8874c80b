/** Child process that works on large profiles. */
import { serveRequests } from '../../../kernel/process/child-program.ts';
import type { WorkRequest } from './profile-worker.ts';
import { profileWorks } from './works.ts';

serveRequests<WorkRequest>(({ name, input }) => ({ result: profileWorks[name](input as never) }));
