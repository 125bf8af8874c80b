/** All scenarios, in the order of the report. */
import type { Scenario } from './scenario.ts';
import { access } from './scenarios/attacks/access.ts';
import {
  combiningMarks,
  costlySearches,
  largestProfiles,
} from './scenarios/attacks/costly-texts.ts';
import { hostileServers } from './scenarios/attacks/hostile-servers.ts';
import { hostileSources } from './scenarios/attacks/hostile-sources.ts';
import { largeWrites } from './scenarios/attacks/large-writes.ts';
import { movedFields } from './scenarios/attacks/moved-fields.ts';
import { packetFloods } from './scenarios/attacks/packet-floods.ts';
import { refusedUpgrades } from './scenarios/attacks/refused-upgrades.ts';
import { authorization } from './scenarios/authorization.ts';
import { backupUnderLoad } from './scenarios/backup-under-load.ts';
import { cancelled } from './scenarios/cancelled.ts';
import { channelDeliveries } from './scenarios/conversations/channel-deliveries.ts';
import { takeovers } from './scenarios/conversations/takeovers.ts';
import { visitorStreams } from './scenarios/conversations/visitor-streams.ts';
import { damagedFiles } from './scenarios/damaged-files.ts';
import { diskFull } from './scenarios/disk-full.ts';
import { engineKills } from './scenarios/engine-kills.ts';
import { engineOverload } from './scenarios/engine-overload.ts';
import { failedSteps } from './scenarios/failed-steps.ts';
import { fullSizes } from './scenarios/full-sizes.ts';
import { histories } from './scenarios/histories.ts';
import { hostileRequests } from './scenarios/hostile-requests.ts';
import { killedCopies } from './scenarios/killed-copies.ts';
import { killedUploads } from './scenarios/killed-uploads.ts';
import { kills } from './scenarios/kills.ts';
import { mutations } from './scenarios/mutations.ts';
import { openStreams } from './scenarios/open-streams.ts';
import { plantedSecrets } from './scenarios/planted-secrets.ts';
import { proxiedConformance } from './scenarios/proxied-conformance.ts';
import { proxiedStreams } from './scenarios/proxied-streams.ts';
import { rollingRestarts } from './scenarios/rolling-restart.ts';
import { several } from './scenarios/several.ts';
import { sigterm } from './scenarios/sigterm.ts';
import { soak } from './scenarios/soak.ts';
import { stoppedWork } from './scenarios/stopped-work.ts';
import { unfinished } from './scenarios/unfinished.ts';

export const scenarios: readonly Scenario[] = [
  cancelled,
  unfinished,
  fullSizes,
  kills,
  failedSteps,
  diskFull,
  damagedFiles,
  backupUnderLoad,
  hostileRequests,
  ...refusedUpgrades,
  packetFloods,
  hostileServers,
  hostileSources,
  costlySearches,
  largestProfiles,
  combiningMarks,
  largeWrites,
  authorization,
  movedFields,
  access,
  openStreams,
  takeovers,
  channelDeliveries,
  visitorStreams,
  engineOverload,
  engineKills,
  sigterm,
  stoppedWork,
  ...proxiedConformance,
  ...rollingRestarts,
  ...proxiedStreams,
  several,
  killedUploads,
  killedCopies,
  histories,
  soak,
  plantedSecrets,
  mutations,
];
