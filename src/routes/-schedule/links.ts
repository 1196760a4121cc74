import type { ScheduleEntry } from './entries.ts'

/** Where an entry takes place and where it can be seen afterwards; null where there is no such address, or no sense in it. */
export function linksOf(entry: ScheduleEntry, now: number): { join: string | null; recording: string | null } {
  const isOver = Date.parse(entry.endsAt) <= now
  return {
    join: isOver || entry.state === 'cancelled' ? null : webAddress(entry.joinUrl),
    recording: webAddress(entry.recordingUrl),
  }
}

/** An address that may become a link is one of the web. */
function webAddress(address: string | null): string | null {
  return address !== null && /^https?:\/\//i.test(address) ? address : null
}
