/** Assumptions of the simulation, not measured. All tables and plots use these values. */
export const assumptions = {
  /** One core for the server's thread, the others for engines. */
  machine: { cores: 4, engines: 3, memoryGB: 8 },
  traffic: {
    /** Exponent of Zipf's law for the popularity of sites. */
    siteExponent: 0.9,
    /** Questions that need no reading: in the owner's wording, or about hours and prices, or small talk. */
    withoutReadingShare: 0.3,
    /** Questions in a wording that other visitors use too, such as a suggested question. */
    commonShare: 0.2,
    commonTexts: 50,
    commonExponent: 1,
    /** Networks that the visitors of a site come from. */
    networks: 500,
    /** The rate of the busiest hour, relative to the mean of the day. */
    peakToMean: 3,
  },
  network: {
    /** Round trip from the visitor to the server. */
    visitorMs: 60,
    /** Round trip from the server to the database, within a zone or between two zones. */
    databaseMs: 0.5,
  },
  /** One flush of the log to a disk in a data centre. */
  flushMs: 1,
  proxy: {
    /** The time from the loss of a machine until no new visitor is sent to it. */
    noticeMs: 5_500,
    /** Timeout of a connection to a lost machine, after which another is tried. */
    connectMs: 2_000,
  },
  /** Engine use is limited, because a short run does not show the waits of engines that are always busy. */
  goal: { busyShareMax: 0.001, p95Ms: 1_500, engineUseMax: 0.75 },
  plan: {
    /** Questions of a site per day; the most uncertain value of the plan. */
    questionsOfSiteDay: 30,
    sitesOfCell: 20_000,
    zones: 3,
    /** A copy of PostgreSQL's own files from an object store. */
    physicalMBSecond: 200,
  },
  prices: {
    /** USD per core and hour, including memory, with a discount for a year. */
    coreHour: 0.035,
    diskGBMonth: 0.1,
    objectGBMonth: 0.02,
    networkGB: 0.05,
  },
} as const;

export const hoursOfMonth = 730;
