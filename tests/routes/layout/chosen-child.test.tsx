import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import Cookies from 'js-cookie'
import { expect, test, vi } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { fixedClock } from '#src/app/clock.ts'
import { child, person, visit } from '#tests/support/browser/browser-app.tsx'

const [artyom, maria] = ['a', 'b'].map((letter) => `${letter.repeat(8)}-1111-4111-8111-111111111111`) as [
  string,
  string,
]
const clock = fixedClock(Date.parse('2026-11-20T09:00:00Z'))

async function open(address: string, roles: Role[] = ['parent']) {
  vi.stubGlobal('scrollTo', () => undefined)
  return visit(
    address,
    {
      'GET /api/v1/profile': { body: person(roles) },
      'GET /api/v1/profile/children': { body: [child(artyom, 'Артём'), child(maria, 'Мария')] },
      'GET /api/v1/parent/children/schedule/list': { body: [] },
    },
    { clock },
  )
}

const choose = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))

test('the child chosen on one screen is chosen on the others, until all children are chosen', async () => {
  const { app, here } = await open('/schedule?view=month')
  await choose('Мария')
  await waitFor(() => expect(here()).toBe(`/schedule?view=month&filter[child]=${maria}`))
  for (const [to, address] of [
    ['/progress', `/progress?child=${maria}`],
    ['/homework', '/homework'],
    ['/grade-book/', `/grade-book/?child=${maria}`],
    ['/contracts-and-payments', '/contracts-and-payments'],
    ['/tax-deduction', `/tax-deduction?student=${maria}`],
    [`/catalog/${artyom}`, `/catalog/${artyom}?child=${maria}`],
    ['/schedule', `/schedule?filter[child]=${maria}`],
  ] as const) {
    await app.router.navigate({ href: to })
    expect(here()).toBe(address)
  }
  await choose('Все дети')
  await waitFor(() => expect(here()).toBe('/schedule'))
  await app.router.navigate({ to: '/progress' })
  expect(here()).toBe('/progress')
})

test('a link to a child is a choice too, and a link to one item completes no address', async () => {
  const { app, here } = await open(`/progress?child=${artyom}`)
  await waitFor(() => expect(Cookies.get(`child_${person([]).id}`)).toBe(artyom))
  await app.router.navigate({ to: '/schedule', search: { item: maria } })
  expect(here()).toBe(`/schedule?item=${maria}`)
  await app.router.navigate({ to: '/schedule' })
  expect(here()).toBe(`/schedule?filter[child]=${artyom}`)
})

test('a parent’s own studies are not a child to choose', async () => {
  const { app, here } = await open(`/progress?child=${artyom}`)
  await waitFor(() => expect(Cookies.get(`child_${person([]).id}`)).toBe(artyom))
  await app.router.navigate({ to: '/tax-deduction', search: { student: person([]).id } })
  await app.router.navigate({ to: '/schedule' })
  expect(here()).toBe(`/schedule?filter[child]=${artyom}`)
})

test('a student has no children to choose', async () => {
  const { here, app } = await open('/profile', ['student'])
  Cookies.set(`child_${person([]).id}`, artyom)
  await app.router.navigate({ to: '/schedule' })
  expect(here()).toBe('/schedule')
})
