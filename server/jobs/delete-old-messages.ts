import { deleteOldMessages as deleteMessages } from '#server/notifications/deliver-message.ts'
import type { Job } from './job.ts'

/** Deletes messages that were sent or given up a month ago. */
export const deleteOldMessages: Job = {
  name: 'delete-old-messages',
  run: ({ database, clock }) => deleteMessages(database, clock()),
}
