/** What is not measured: visitors, machines and prices. */
export const assumptions = {
  /** One core for the server's thread, the others for engines. */
  machine: { cores: 4, engines: 3, connections: 11 },
  traffic: {
    questionsOfSiteDay: 30,
    /** The rate of the busiest hour, relative to the mean of the day. */
    peakToMean: 3,
    /** Questions in the owner's wording, or about hours and prices, or small talk. */
    withoutReadingShare: 0.3,
  },
  /** How busy a part may be in the busiest hour, so that questions rarely wait. */
  busyMax: { engines: 0.7, thread: 0.7, database: 0.5 },
  /** A third of the machines may be lost; they are spread over as many zones. */
  zones: 3,
  sitesOfCell: 20_000,
  backupsKept: 7,
  /** A copy of PostgreSQL's own files from an object store. */
  physicalMBSecond: 200,
  prices: {
    /** USD per core and hour, including memory, with a discount for a year. */
    coreHour: 0.035,
    diskGBMonth: 0.1,
    objectGBMonth: 0.02,
    networkGB: 0.05,
  },
} as const;
