import type { RoleGroup } from '#contract/roles.ts'
import type { CommandContext } from '#server/cli/run-command.ts'
import { StartupError } from '#server/terminal/startup-error.ts'
import type { TerminalText } from '#server/terminal/terminal-language.ts'
import { dayInZone } from '#server/time/calendar-days.ts'
import { findInvitationPreview, queueInvitations } from './queued-invitations.ts'

/** A dry run only counts. */
export type InvitationRequest = { group: RoleGroup | null; isDryRun: boolean }

/** Does what `npm run invite` asks for. */
export async function runInvitations(
  { group, isDryRun }: InvitationRequest,
  { database, now, env }: CommandContext,
): Promise<TerminalText> {
  if (env.PROVIDERS.length > 0)
    throw new StartupError({
      ru: 'Учётные записи создаёт ваш поставщик входа: он и рассылает приглашения.',
      en: 'Accounts are made by your identity provider: it sends the invitations.',
    })
  const chosen = { people: group === null ? {} : { group }, today: dayInZone(now, env.TIME_ZONE), administrator: null }
  if (isDryRun) {
    const { people: found, bySms } = await findInvitationPreview(database, { ...chosen, env })
    return {
      ru: `Будет приглашено: ${found}, из них по СМС: ${bySms}.\n`,
      en: `Would be invited: ${found}, of them by SMS: ${bySms}.\n`,
    }
  }
  const queued = await queueInvitations(database, { ...chosen, now, command: 'invite' })
  const perMinute = env.INVITATIONS_PER_MINUTE
  return {
    ru: `В очереди: ${queued}. Работающий сервер отправляет по ${perMinute} в минуту.\n`,
    en: `Queued: ${queued}. The running server sends ${perMinute} a minute.\n`,
  }
}
