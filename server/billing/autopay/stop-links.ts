import { z } from 'zod'
import type { App } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { autopayStopPage } from '#server/html/notice-page.ts'
import { type LinkPage, registerLinkPage } from '#server/plugins/link-page.ts'
import { isLinkSigned, signLink } from '#server/security/signed-links.ts'
import { findAutopay, findLatestAutopay, lockAutopay, stopAutopay } from './stop-autopay.ts'

/** The path of a link that stops automatic payments without sign-in. It is signed and does not expire. */
export async function stopPath(database: Database, autopayId: string): Promise<string> {
  return `/autopay-stop/${autopayId}.${await signLink(database, 'autopay-stop-links', autopayId)}`
}

/** The link of a message about a charge, which stops all of the contract: also those that were turned on again since. */
export function stopLinkRoutes(app: App): void {
  const { database, clock } = app

  registerLinkPage(app, '/autopay-stop/:token', {
    async ask(token) {
      const id = await idOf(database, token)
      const autopay = id === undefined ? undefined : await findAutopay(database, await findLatestAutopay(database, id))
      return pageOf(autopay, autopay?.state === 'off' ? 'done' : 'question')
    },
    async press(token) {
      const id = await idOf(database, token)
      const autopay =
        id === undefined
          ? undefined
          : await database.transaction(async (transaction) => {
              const locked = await lockAutopay(transaction, await findLatestAutopay(transaction, id))
              if (locked && locked.state !== 'off')
                await stopAutopay(transaction, locked.id, { reason: 'stopped', now: clock() })
              return locked
            })
      return pageOf(autopay, 'done')
    },
  })
}

type Found = Awaited<ReturnType<typeof findAutopay>>

/** Undefined for a forged link. */
async function idOf(database: Database, token: string): Promise<string | undefined> {
  const [id = '', signed = ''] = token.split('.')
  if (!z.guid().safeParse(id).success) return undefined
  if (!(await isLinkSigned(database, 'autopay-stop-links', { subject: id, signed }))) return undefined
  return id
}

function pageOf(autopay: Found, state: 'question' | 'done'): LinkPage {
  return {
    isLost: autopay === undefined,
    render: (page) => autopayStopPage({ ...page, autopay: autopay ?? null, state }),
  }
}
