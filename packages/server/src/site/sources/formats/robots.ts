import robotsParser from 'robots-parser';

export interface RobotRules {
  readonly isAllowed: (url: string, agent: string) => boolean | undefined;
  readonly getCrawlDelay: (agent: string) => number | undefined;
}

// The package declares a default export that it does not have.
const parse = robotsParser as unknown as (url: string, text: string) => RobotRules;

/** `url`: the address of the robots.txt, whose origin the rules apply to. */
export function readRobots(url: string, text: string): RobotRules {
  return parse(url, text);
}
