import { deleteEndedSessions as deleteSessions } from '#server/auth/sessions/end-sessions.ts'
import type { Job } from './job.ts'

/**
 * Deletes sessions that have expired, also when no request comes with them: the end of an impersonation is announced to the
 * user by this deletion (D-37).
 */
export const deleteEndedSessions: Job = {
  name: 'delete-ended-sessions',
  run: ({ database, clock }) => deleteSessions(database, clock()),
}
