import { setTimeout } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { Client, type ClientConfig, type Notification } from 'pg'

type Listener = {
  onMessage: (payload: string) => void
  /** The connection was lost and is there again: messages of transactions before this one may have been missed. */
  onGap: (transaction: string) => void
}

/** Listens to a channel of the database until it is closed. */
export type Listen = (channel: string, listener: Listener) => Promise<{ close(): Promise<void> }>

/** Milliseconds between two attempts to connect again, the first and the longest. */
const reconnectDelayMs = { first: 500, max: 15_000 }

/** A connection of its own: those of the pool change hands, and a pooler in transaction mode would forget the channel. */
export function listenTo(config: ClientConfig, log: FastifyBaseLogger): Listen {
  return async (channel, { onMessage, onGap }) => {
    const closing = new AbortController()
    let client: Client | null = null

    async function connect(): Promise<Client> {
      const next = new Client({ application_name: 'personal-account listener', ...config })
      const lost = () => {
        if (client !== next) return
        client = null
        if (!closing.signal.aborted) void reconnect()
      }
      next.on('error', lost)
      next.on('end', lost)
      next.on('notification', ({ payload }: Notification) => onMessage(payload ?? ''))
      try {
        await next.connect()
        await next.query(`listen ${channel}`)
      } catch (error) {
        await next.end().catch(() => undefined)
        throw error
      }
      if (closing.signal.aborted) await next.end()
      else client = next
      return next
    }

    async function reconnect(): Promise<void> {
      log.warn('the connection for notifications of the database was lost')
      for (
        let wait = reconnectDelayMs.first;
        !closing.signal.aborted;
        wait = Math.min(wait * 2, reconnectDelayMs.max)
      ) {
        try {
          await setTimeout(wait * (0.5 + Math.random()), null, { ref: false, signal: closing.signal })
          const { rows } = await (await connect()).query<{ id: string }>('select pg_current_xact_id()::text as id')
          return onGap(rows[0]?.id ?? '0')
        } catch {
          // The next attempt follows; calls log the outage themselves.
        }
      }
    }

    await connect()
    return {
      async close() {
        closing.abort()
        const open = client
        client = null
        await open?.end().catch(() => undefined)
      },
    }
  }
}
