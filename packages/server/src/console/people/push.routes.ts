import {
  consoleLimits,
  newPushDeviceSchema,
  pushDeviceSchema,
  pushSchema,
  pushTrialSchema,
  removedPushDeviceSchema,
} from '@baraza/contract';
import type { Console } from '../console.ts';
import { type ConsoleRoute, changeRoute, readRoute } from '../route.ts';
import { addDevice, listDevices, removeDevice, tryDevice } from './push.ts';

/** None if this process serves no sites: all notices are about sites. */
export function pushRoutes({ assistant, keyring }: Console): readonly ConsoleRoute[] {
  if (assistant === undefined) return [];
  const context = { assistant, keyring };
  const path = '/console/push';
  const { bodyBytesMax } = consoleLimits;
  return [
    readRoute(
      path,
      'Your devices that show notices, and the key to register one',
      pushSchema,
      (call) => listDevices(context, call.caller),
    ),
    changeRoute('POST', path, 'Show notices on the device of this session, until it signs out', {
      body: newPushDeviceSchema,
      bodyBytesMax,
      answers: { 201: pushDeviceSchema },
      work: ({ caller, body }) => addDevice(context, caller, body),
    }),
    changeRoute('POST', `${path}/test`, 'Send a test notice to the device of this session', {
      answers: { 200: pushTrialSchema },
      work: ({ caller, signal }) => tryDevice(context, caller, signal),
    }),
    changeRoute('DELETE', `${path}/:id`, 'Stop notices on one of your devices', {
      answers: { 200: removedPushDeviceSchema },
      work: async ({ caller, params: { id = '' } }) => {
        await removeDevice(context, caller, id);
        return { removed: true, id };
      },
    }),
  ];
}
