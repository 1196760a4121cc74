import type { FastifyBaseLogger } from 'fastify'
import type { BodyOf } from '#contract/call.ts'
import type { reportPageError } from '#contract/system.ts'
import { networkOfAddress } from '#server/security/rate-limit-counters.ts'
import { timeLeft } from '#server/time/time-left.ts'

type PageError = BodyOf<typeof reportPageError>

const minute = 60_000
/** Lines of a minute: of equal errors, from one network, and of all. */
const max = { equal: 5, ofNetwork: 20, all: 60 }

/**
 * Writes errors of pages to the log, a limited number each minute: a defect that every browser meets, or a visitor, must
 * not fill it, and a visitor must not use up the lines of the others. The first line of a later minute has the number of
 * those that were left out, and the numbers of some.
 */
export function createPageErrorLog(
  clock: () => Date,
): (log: FastifyBaseLogger, error: PageError, address: string) => void {
  let since = new Date(0)
  let written = 0
  let omitted = 0
  let numbers: string[] = []
  /** Written lines of each kind and of each network. */
  const linesOf = new Map<string, number>()

  return (log, error, address) => {
    const now = clock()
    if (timeLeft(since, minute, now) === null) {
      if (omitted > 0) log.warn({ omitted, numbers }, 'More errors of the app in browsers')
      since = now
      written = 0
      omitted = 0
      numbers = []
      linesOf.clear()
    }
    const kind = JSON.stringify([error.name, error.page, error.frames[0]])
    const network = networkOfAddress(address)
    const [ofKind, ofNetwork] = [linesOf.get(kind) ?? 0, linesOf.get(network) ?? 0]
    if (written >= max.all || ofKind >= max.equal || ofNetwork >= max.ofNetwork) {
      omitted += 1
      if (numbers.length < max.all) numbers.push(error.number)
      return
    }
    written += 1
    linesOf.set(kind, ofKind + 1).set(network, ofNetwork + 1)
    log.warn({ pageError: error }, 'The app failed in a browser')
  }
}
