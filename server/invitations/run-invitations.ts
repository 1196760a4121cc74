import type { RoleGroup } from '#contract/roles.ts'
import type { CommandContext } from '#server/cli/served-commands.ts'
import { StartupError } from '#server/startup-error.ts'
import type { TerminalText } from '#server/terminal-language.ts'
import { queueInvitations } from './queued-invitations.ts'

export type InvitationRequest = { group: RoleGroup | null }

/** Does what `npm run invite` asks for. */
export async function runInvitations(
  { group }: InvitationRequest,
  { database, now, env }: CommandContext,
): Promise<TerminalText> {
  if (env.OIDC_ISSUER)
    throw new StartupError({
      ru: 'Учётные записи создаёт поставщик из OIDC_ISSUER: он и рассылает приглашения.',
      en: 'Accounts are made by OIDC_ISSUER: it sends the invitations.',
    })
  const queued = await queueInvitations(database, { group, now, command: 'invite' })
  const perMinute = env.INVITATIONS_PER_MINUTE
  return {
    ru: `В очереди: ${queued}. Работающий сервер отправляет по ${perMinute} в минуту.\n`,
    en: `Queued: ${queued}. The running server sends ${perMinute} a minute.\n`,
  }
}
