/** Energy gate before the voice detector: most windows are too quiet to be worth running it. */
type EnergyGate = (loudness: number) => boolean;

const levelMin = 0.003;
const noiseFloorMax = 0.02;
const gateRatio = 1.6;
const noiseWindows = 50;

/**
 * Passes windows above an adaptive noise floor: the minimum level of the last seconds, since speech
 * has pauses and steady noise has none.
 */
export function createEnergyGate(): EnergyGate {
  let previousFloor = levelMin;
  let lowest = noiseFloorMax;
  let windowsSeen = 0;
  return (loudness) => {
    if (windowsSeen === noiseWindows) {
      previousFloor = lowest;
      lowest = noiseFloorMax;
      windowsSeen = 0;
    }
    windowsSeen += 1;
    lowest = Math.min(lowest, loudness);
    return loudness >= Math.max(levelMin, Math.min(previousFloor, lowest) * gateRatio);
  };
}
