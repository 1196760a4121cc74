/**
 * What a process that reads a file of a stranger may use for it: processor time, waiting time and memory
 * (docs/security.md).
 */
export type ParserLimits = { cpuSeconds: number; seconds: number; megabytes: number }

export const parserLimits = {
  picture: { cpuSeconds: 10, seconds: 20, megabytes: 512 },
  pdf: { cpuSeconds: 3, seconds: 20, megabytes: 384 },
  /** Of a batch of rows: a table is read in many. */
  table: { cpuSeconds: 20, seconds: 60, megabytes: 512 },
  records: { cpuSeconds: 3, seconds: 20, megabytes: 384 },
  statement: { cpuSeconds: 20, seconds: 60, megabytes: 512 },
} as const satisfies Record<string, ParserLimits>

export type ParserName = keyof typeof parserLimits
