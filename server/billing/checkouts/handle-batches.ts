import type { FastifyBaseLogger } from 'fastify'
import { isOutage } from '#server/billing/providers/payment-provider.ts'

/** Milliseconds after which a run leaves the rest to the next one. */
const longest = 45_000

type Batches = {
  /** Ids of what is due; nothing twice in one run. */
  take: () => Promise<string[]>
  handle: (id: string) => Promise<void>
  log: FastifyBaseLogger
  failure: string
}

/** Handles what is due, each item alone: only a provider that answers nothing ends the run. */
export async function handleBatches({ take, handle, log, failure }: Batches): Promise<void> {
  const endsAt = performance.now() + longest
  for (let ids = await take(); ids.length > 0; ids = await take())
    for (const id of ids) {
      if (performance.now() > endsAt) return
      try {
        await handle(id)
      } catch (error) {
        log.error({ err: error, item: id }, failure)
        if (isOutage(error)) return
      }
    }
}
