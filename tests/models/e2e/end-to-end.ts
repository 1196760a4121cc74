import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { EndToEnd } from '#tests/model-runner/config.ts'
import { createE2ePlayers, type E2ePlayer } from '#tests/model-runner/e2e/e2e-stage.ts'
import { e2eApp, type ProductLevel } from './test-server.ts'

const levelFiles = ['tests/models/e2e/*.e2e.ts', 'tests/models/pages/*.page.ts']

const inRealTime = [
  'accountJoin',
  'accountVerificationByPhone',
  'connection',
  'contractAction',
  'contractSigning',
  'deletionRequest',
  'notificationCenter',
  'notifications',
  'oauthResult',
  'oauthResultRefused',
  'pairing',
  'payment',
  'pushSubscription',
  'recovery',
  'signOut',
  'ticket',
  'ticketDesk',
  'ticketReply',
]

/** The models that are played on the real server: `sign-out.e2e.ts` exports `signOutEndToEnd`. */
export async function endToEnd(): Promise<EndToEnd> {
  const { player, close } = createE2ePlayers(e2eApp)
  const players: Record<string, E2ePlayer> = {}
  for (const file of globSync(levelFiles)) {
    const exports: Record<string, ProductLevel<unknown>> = await import(pathToFileURL(resolve(file)).href)
    for (const [name, level] of Object.entries(exports)) {
      const model = /^(.+)EndToEnd$/.exec(name)?.[1]
      if (model !== undefined) players[model] = player(level)
    }
  }
  return {
    // What the other machines call is tested by the suites of the server (docs/planted-defects.md).
    inEveryRun: ['session'],
    inRealTime,
    players,
    // This level tests the responses of the server, and what it renders for a role; the scripted levels cover the rest.
    measure: ({ event: { type, error, output, group }, taken }) =>
      /^(xstate|call)\./.test(type) || (type === 'roleGroup.select' && taken.length > 0)
        ? [JSON.stringify([type, error, group, output === null, typeof output?.location === 'string'])]
        : [],
    close,
  }
}
