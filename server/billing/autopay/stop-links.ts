import { z } from 'zod'
import type { App } from '#server/app-types.ts'
import type { Database } from '#server/db/client.ts'
import { autopayStopPage } from '#server/html/notice-page.ts'
import { type LinkPage, registerLinkPage } from '#server/plugins/link-page.ts'
import { isLinkSigned, signLink } from '#server/security/signed-links.ts'
import { lockAutopay, stopAutopay } from './stop-autopay.ts'

/** The path of a link that stops automatic payments without sign-in. It is signed and does not expire. */
export async function stopPath(database: Database, autopayId: string): Promise<string> {
  return `/autopay-stop/${autopayId}.${await signLink(database, 'autopay-stop-links', autopayId)}`
}

/** The link of a message about a charge, which stops all of them. */
export function stopLinkRoutes(app: App): void {
  const { database, clock } = app

  registerLinkPage(app, '/autopay-stop/:token', {
    async ask(token) {
      const autopay = await findByToken(database, token)
      return pageOf(autopay, autopay?.state === 'off' ? 'done' : 'question')
    },
    async press(token) {
      const id = (await findByToken(database, token))?.id
      const autopay =
        id === undefined
          ? undefined
          : await database.transaction(async (transaction) => {
              const locked = await lockAutopay(transaction, id)
              if (locked && locked.state !== 'off')
                await stopAutopay(transaction, id, { reason: 'stopped', now: clock() })
              return locked
            })
      return pageOf(autopay, 'done')
    },
  })
}

type Found = Awaited<ReturnType<typeof lockAutopay>>

async function findByToken(database: Database, token: string): Promise<Found> {
  const [id = '', signed = ''] = token.split('.')
  if (!z.guid().safeParse(id).success) return undefined
  if (!(await isLinkSigned(database, 'autopay-stop-links', { subject: id, signed }))) return undefined
  return lockAutopay(database, id)
}

function pageOf(autopay: Found, state: 'question' | 'done'): LinkPage {
  return {
    isLost: autopay === undefined,
    render: (page) => autopayStopPage({ ...page, autopay: autopay ?? null, state }),
  }
}
