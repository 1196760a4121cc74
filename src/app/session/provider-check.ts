import type { QueryClient } from '@tanstack/react-query'
import { screens } from '#contract/screens.ts'
import type { Clock } from '#src/app/clock.ts'
import type { AppRouter } from '#src/app/router.ts'
import type { SessionActor } from '#src/machines/session.ts'

type Dependencies = {
  /** `InitialState.providerCheckAt`. */
  dueAt: number
  clock: Clock
  router: Pick<AppRouter, 'subscribe' | 'history'>
  session: Pick<SessionActor, 'send'>
  queryClient: Pick<QueryClient, 'isMutating'>
  isOffline: () => boolean
}

/**
 * Reports a page that was opened when the provider is due to be asked: the session opens it as a document. Not from or to
 * a purchase, without a connection, or while something is being saved.
 */
export function watchProviderCheck({ dueAt, clock, router, session, queryClient, isOffline }: Dependencies): void {
  router.subscribe('onBeforeLoad', ({ pathChanged, fromLocation, toLocation }) => {
    if (!fromLocation || !pathChanged || clock.now() < dueAt || isOffline() || queryClient.isMutating() > 0) return
    if (isPurchase(fromLocation.pathname) || isPurchase(toLocation.pathname)) return
    // The router changes the address a moment later.
    router.history.flush()
    session.send({ type: 'provider.checkDue' })
  })
}

const purchase = new RegExp(`^${screens.purchase.address.replace('$id', '[^/]+')}/?$`)

function isPurchase(pathname: string): boolean {
  return purchase.test(pathname)
}
