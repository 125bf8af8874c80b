/** What is assumed, not measured. Change it here; every table and plot follows. */
export const assumptions = {
  /** Of a machine: one core for the server's thread, the others for engines. */
  machine: { cores: 4, engines: 3, memoryGB: 8 },
  traffic: {
    /** Exponent of Zipf's law for the popularity of sites. */
    siteExponent: 0.9,
    /** Questions in the owner's wording, hours, prices, small talk. */
    withoutReadingShare: 0.3,
    /** In a wording that others use too, such as a suggested question. */
    commonShare: 0.2,
    commonTexts: 50,
    commonExponent: 1,
    /** Networks that the visitors of a site come from. */
    networks: 500,
    /** The busiest hour against the mean of the day. */
    peakToMean: 3,
  },
  network: {
    /** Visitor to server and back. */
    visitorMs: 60,
    /** Server to database and back, within a zone or between two. */
    databaseMs: 0.5,
  },
  /** A disk in a data centre: one flush of the log. */
  flushMs: 1,
  proxy: {
    /** From the loss of a machine until no new visitor is sent to it. */
    noticeMs: 5_500,
    /** A connection to a lost machine is given up, and another is tried. */
    connectMs: 2_000,
  },
  /** A short run does not show the waits of engines that are always busy, hence the limit on their use. */
  goal: { busyShareMax: 0.001, p95Ms: 1_500, engineUseMax: 0.75 },
  plan: {
    /** Of a site; the largest unknown of the plan. */
    questionsOfSiteDay: 30,
    sitesOfCell: 20_000,
    zones: 3,
    /** A copy of PostgreSQL's own files from an object store. */
    physicalMBSecond: 200,
  },
  prices: {
    /** Rented by the hour with a discount for a year, memory included; USD. */
    coreHour: 0.035,
    diskGBMonth: 0.1,
    objectGBMonth: 0.02,
    networkGB: 0.05,
  },
} as const;

export const hoursOfMonth = 730;
