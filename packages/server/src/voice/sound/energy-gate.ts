/** The first judge of a window of sound: most of them are too quiet to be worth a second. */
type EnergyGate = (loudness: number) => boolean;

const quietest = 0.003;
const noisiest = 0.02;
const aboveNoise = 1.6;
const windowsRemembered = 50;

/**
 * Above the noise of the room, which is the quietest of the last seconds: whoever speaks breathes,
 * a fan does not.
 */
export function createEnergyGate(): EnergyGate {
  let before = quietest;
  let lowest = noisiest;
  let seen = 0;
  return (loudness) => {
    if (seen === windowsRemembered) {
      before = lowest;
      lowest = noisiest;
      seen = 0;
    }
    seen += 1;
    lowest = Math.min(lowest, loudness);
    return loudness >= Math.max(quietest, Math.min(before, lowest) * aboveNoise);
  };
}
