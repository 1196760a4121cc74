import type { CommandContext } from '#server/cli/served-commands.ts'
import { appointAdministrator } from './appoint-administrator.ts'

/** Does what `npm run administrator` asks for. */
export async function runAppointment(
  { who }: { who: string },
  { database, now, env }: CommandContext,
): Promise<string> {
  return `${await appointAdministrator(database, { who, now, env })}\n`
}
