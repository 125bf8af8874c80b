/** Child process that runs Whisper. */
import { childInput, serveRequests } from '../../kernel/process/child-program.ts';
import { openRecogniser, type WhisperFiles, type WhisperRequest } from './recogniser.ts';

const recognise = await openRecogniser(childInput<WhisperFiles>());

serveRequests<WhisperRequest>((request, { signal }) => recognise(request, signal));
