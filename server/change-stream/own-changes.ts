import { AsyncLocalStorage } from 'node:async_hooks'
import { callChanges, type WriteCall } from '#contract/call-changes.ts'
import type { App } from '#server/app-types.ts'
import { announceOwnChange, type OwnChange } from '#server/changes/announce-changes.ts'
import type { Database } from '#server/db/client.ts'

/** `isAnnounced`: nothing has been written since the last announcement. */
type RunningCall = OwnChange & { isAnnounced: boolean }

const running = new AsyncLocalStorage<RunningCall>()
const statements = ['insert', 'update', 'delete', 'execute'] as const

/**
 * The database of the server, whose transactions announce what the running call of a person changes: other pages are
 * notified when it is committed, and never if it is rolled back.
 */
export function withOwnChanges(database: Database, { areWritesNoted }: { areWritesNoted: boolean }): Database {
  const announcing: Database = Object.create(database)
  announcing.transaction = (work, config) =>
    database.transaction(async (transaction) => {
      const answer = await work(transaction)
      const call = running.getStore()
      if (call) {
        await announceOwnChange(transaction, call, { isNoted: areWritesNoted })
        call.isAnnounced = true
      }
      return answer
    }, config)
  for (const name of statements) {
    const statement = database[name].bind(database) as (...values: unknown[]) => unknown
    const noted = (...values: unknown[]) => {
      const call = running.getStore()
      if (call) call.isAnnounced = false
      return statement(...values)
    }
    Object.assign(announcing, { [name]: noted })
  }
  return announcing
}

/** Announces what the successful calls of a person change: in their transactions, others before they are answered. */
export function announceOwnChanges(app: App): void {
  app.decorateRequest('ownChange', null)
  app.addHook('preHandler', (request, _reply, done) => {
    const { session, routeOptions, id: by } = request
    const address = routeOptions.config.call?.address ?? ''
    const calls = Object.hasOwn(callChanges, address) ? callChanges[address as WriteCall] : []
    if (!session || calls.length === 0) return done()
    const call = { userId: session.userId, calls, by, isAnnounced: false }
    request.ownChange = call
    running.run(call, done)
  })
  app.addHook('onSend', async ({ ownChange, log }, { statusCode }) => {
    if (!ownChange || ownChange.isAnnounced || statusCode >= 300) return
    // What was asked is done: a failure here must not become that of the call.
    await announceOwnChange(app.database, ownChange, { isNoted: app.readsReplicas }).catch((error: unknown) =>
      log.warn({ err: error }, 'a change was not announced'),
    )
  })
}

declare module 'fastify' {
  interface FastifyRequest {
    ownChange: RunningCall | null
  }
}
