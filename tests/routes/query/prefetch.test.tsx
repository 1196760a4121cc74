import { execFileSync } from 'node:child_process'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { type Screen, screens } from '#contract/screens.ts'
import { fixedClock } from '#src/app/clock.ts'
import { visit } from '#tests/support/browser/browser-app.tsx'
import type { ServedDocument } from '#tests/support/documents/documents.ts'

// The document embeds exactly what the page needs: nothing is requested twice, nothing is unused.
const served = JSON.parse(
  execFileSync(process.execPath, ['tests/support/documents/served-documents.ts'], {
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  }),
) as ServedDocument[]
const rendered = served.filter((document) => landsHere(document))
const noon = Date.parse('2026-11-20T09:00:00Z')

describe.each(['parent', 'student', 'teacher', 'admin', 'a user without a role'] as const)('for %s', (viewer) => {
  const own = rendered.filter((document) => document.viewer === viewer)
  test.each(own.map((document) => [document.address, document] as const))('%s', async (address, { initialState }) => {
    vi.stubGlobal('scrollTo', () => undefined)
    const { app, requests } = await visit(address, {}, { initialState, clock: fixedClock(noon) })
    await waitFor(() => expect(app.router.state.status).toBe('idle'))
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    await waitFor(() => expect(screen.queryByLabelText('Загружаем…')).toBeNull())
    const needed = requests.filter(
      ({ call, url }) => !isOfWidth(address, call) && !isInTheBackground(call, url.search, app),
    )
    expect(needed.map(({ call, url }) => call + url.search)).toEqual([])
    const unused = app.queryClient
      .getQueryCache()
      .getAll()
      .filter((query) => query.getObserversCount() === 0 && !query.meta?.optional)
      .map(({ queryKey }) => JSON.stringify(queryKey))
    expect(unused.filter((key) => !isOfFrame(key) && !isOfWidth(address, key))).toEqual([])
  })
})

type App = Awaited<ReturnType<typeof visit>>['app']

/** Optional queries, such as neighbouring months. */
function isInTheBackground(call: string, search: string, { queryClient }: App): boolean {
  return queryClient
    .getQueryCache()
    .getAll()
    .some(({ queryKey, meta }) => {
      const [address, args] = queryKey as [string, { query?: Record<string, string> }?]
      const query = new URLSearchParams(args?.query).toString()
      return meta?.optional && `${address.replace(' ', ' /api')}?${query}` === `${call}${search || '?'}`
    })
}

/** The server does not know the width of the window, beside whose list of conversations the first one stands. */
function isOfWidth(address: string, call: string): boolean {
  return address === '/messages' && /schedule\/ticket\/./.test(call)
}

/** A page without a frame has no use for the frame's answers, and config is the session's. */
function isOfFrame(key: string): boolean {
  return /system\/(config|menu)|learning\/news|content\//.test(key)
}

function landsHere({ screen: name, viewer, leadsTo }: ServedDocument): boolean {
  const requested: Screen = screens[name]
  return viewer !== 'visitor' && !requested.open && leadsTo === null
}
