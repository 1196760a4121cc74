import { deleteExpiredCounters as deleteCounters } from '#server/limits/counters.ts'
import type { Job } from './job.ts'

/** Deletes the counters of rate limits whose window is over. */
export const deleteExpiredCounters: Job = {
  name: 'delete-expired-counters',
  run: ({ database, clock }) => deleteCounters(database, clock()),
}
