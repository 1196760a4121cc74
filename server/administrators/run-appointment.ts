import type { CommandContext } from '#server/cli/run-command.ts'
import type { TerminalText } from '#server/terminal/terminal-language.ts'
import { appointAdministrator } from './appoint-administrator.ts'

/** Does what `npm run administrator` asks for. */
export async function runAppointment(
  { who }: { who: string },
  { database, now, env }: CommandContext,
): Promise<TerminalText> {
  const { ru, en } = await appointAdministrator(database, { who, now, env })
  return { ru: `${ru}\n`, en: `${en}\n` }
}
