import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { menuQuery } from '#src/api/system.ts'
import { preloadMenu } from '#src/app/menu-preload.ts'
import type { AppRouter } from '#src/app/router.ts'

/** Opens the menu in a browser whose person saves data or does not; returns the addresses as they are asked for. */
function start(reduced: boolean) {
  const queryClient = new QueryClient()
  const items = (['events', 'contracts-and-payments', 'grade-book', 'schedule', 'gone'] as const).map((route) => ({
    route,
  }))
  queryClient.setQueryData(menuQuery().queryKey, { items } as never)
  const asked: string[] = []
  const loading: PromiseWithResolvers<void>[] = []
  const preloadRoute = ({ to }: { to: string }) => {
    asked.push(to)
    loading.push(Promise.withResolvers<void>())
    return loading.at(-1)?.promise
  }
  const window = {
    navigator: {},
    matchMedia: () => ({ matches: reduced }),
    requestIdleCallback: (work: () => void) => work(),
  }
  preloadMenu(window as never, { preloadRoute } as unknown as AppRouter, queryClient)
  return { asked, loading }
}

test('pages of the bottom bar are fetched first, three at a time', async () => {
  const { asked, loading } = start(false)
  await vi.waitFor(() => expect(asked).toEqual(['/schedule', '/grade-book/', '/contracts-and-payments']))
  loading[1]?.reject(new Error('its code did not load'))
  await vi.waitFor(() => expect(asked.slice(3)).toEqual(['/events']))
})

test('nothing is fetched for a person who saves data', async () => {
  const { asked } = start(true)
  await new Promise((resolve) => setTimeout(resolve, 10))
  expect(asked).toEqual([])
})
