import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, onTestFinished, test, vi } from 'vitest'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const menu = { items: [{ key: 'events', title: 'Мероприятия', route: 'events', url: null, icon: 'events' }] }

/** A touch is the only sign of an intent that the router answers without a delay. */
async function touchLink() {
  const { app, callsOf } = await visit('/catalog', {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/system/menu': { body: menu },
  })
  const [link] = await screen.findAllByRole('link', { name: 'Мероприятия' })
  if (link === undefined) throw new Error('The menu has no link')
  const preload = vi.spyOn(app.router, 'preloadRoute')
  fireEvent.touchStart(link)
  return { preload, callsOf }
}

test('a touched link fetches its page before it is opened', async () => {
  const { preload, callsOf } = await touchLink()
  expect(preload).toHaveBeenCalledTimes(1)
  await waitFor(() => expect(callsOf('GET /api/v1/profile/events')).toHaveLength(1))
})

test('a touched link fetches nothing for a person who saves data', async () => {
  const { matchMedia } = window
  onTestFinished(() => {
    window.matchMedia = matchMedia
  })
  window.matchMedia = (query) =>
    Object.assign(matchMedia(query), { matches: query === '(prefers-reduced-data: reduce)' })
  expect((await touchLink()).preload).not.toHaveBeenCalled()
})
