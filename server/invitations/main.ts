import { parseArgs } from 'node:util'
import { roleGroups } from '#contract/roles.ts'
import { runCommand } from '#server/cli/run-command.ts'
import { sameInAll } from '#server/terminal/terminal-language.ts'
import { type InvitationRequest, runInvitations } from './run-invitations.ts'

const usage = `npm run invite -- --all [--dry-run]
npm run invite -- --group ${roleGroups.join('|')} [--dry-run]
`

/** `npm run invite`: invites everyone who has a contact, no password and no invitation yet. */
await runCommand({ usage: sameInAll(usage), read: readArguments, run: runInvitations })

function readArguments(): InvitationRequest | null {
  const { values } = parseArgs({
    options: { all: { type: 'boolean' }, group: { type: 'string' }, 'dry-run': { type: 'boolean', default: false } },
  })
  const isDryRun = values['dry-run']
  if (values.all) return values.group === undefined ? { group: null, isDryRun } : null
  const group = roleGroups.find((one) => one === values.group)
  return group ? { group, isDryRun } : null
}
