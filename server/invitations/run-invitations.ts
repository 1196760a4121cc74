import type { RoleGroup } from '#contract/roles.ts'
import type { CommandContext } from '#server/cli/served-commands.ts'
import { StartupError } from '#server/startup-error.ts'
import { queueInvitations } from './queued-invitations.ts'

export type InvitationRequest = { group: RoleGroup | null }

/** Does what `npm run invite` asks for. */
export async function runInvitations(
  { group }: InvitationRequest,
  { database, now, env }: CommandContext,
): Promise<string> {
  if (env.OIDC_ISSUER) throw new StartupError('Accounts are made by OIDC_ISSUER: it sends the invitations.')
  const queued = await queueInvitations(database, { group, now, command: 'invite' })
  return `Queued: ${queued}. The running server sends ${env.INVITATIONS_PER_MINUTE} a minute.\n`
}
