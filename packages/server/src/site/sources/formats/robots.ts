import robotsParser from 'robots-parser';

export interface RobotRules {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined;
  readonly getCrawlDelay: (agent: string) => number | undefined;
}

// Its declarations are those of a module with a default export, which it is not.
const parse = robotsParser as unknown as (url: string, text: string) => RobotRules;

/** The rules of a robots.txt, whose own address says which site they are for. */
export function readRobots(url: string, text: string): RobotRules {
  return parse(url, text);
}
