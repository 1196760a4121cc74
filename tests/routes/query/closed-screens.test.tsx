import { screen, waitFor } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { child, person, visit } from '#tests/support/browser/browser-app.tsx'

// A guardian without a right gets no answers of its calls: they would also be stored for reading without a connection.

const closedByRight = {
  seesContracts: ['contracts-and-payments', 'contracts-and-payments-detail', 'tax-deduction'],
  enrols: ['purchase', '2035', 'schedule-change'],
  seesLearning: ['schedule', 'homework', 'grade-book', 'progress', 'learning-progress'],
}
const callsByRight = {
  seesContracts: [
    'GET /api/v1/profile/contract/list',
    'GET /api/v1/profile/checkout/list',
    'GET /api/v1/profile/checkout/methods',
    'GET /api/v1/profile/tax-deduction',
  ],
  enrols: [
    'GET /api/v1/catalog/basket/list',
    'GET /api/v1/catalog/waiting-list/list',
    'GET /api/v1/schedule/group/waiting-list/list',
  ],
  seesLearning: [
    'GET /api/v1/learning/homework/list',
    'GET /api/v1/learning/mark/newest',
    'GET /api/v1/parent/children/progress/overview',
    'GET /api/v1/parent/children/schedule/list',
    'GET /api/v1/schedule/change/list',
    'GET /api/v1/schedule/group/transfer/list',
  ],
}
type Right = keyof typeof callsByRight
const rights = Object.keys(callsByRight) as Right[]

async function open(address: string, closed: readonly string[]) {
  vi.stubGlobal('scrollTo', () => undefined)
  const { requests, app } = await visit(address, {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/profile/children': { body: [child('aaaaaaaa-1111-4111-8111-111111111111', 'Артём')] },
    'GET /api/v1/system/menu': { body: { items: [], ...(closed.length > 0 && { closed }) } },
  })
  await screen.findByRole('heading', { level: 1 })
  await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
  return new Set(requests.map(({ call }) => call))
}

test.each(rights)('the home page makes the calls of %s only with the right', async (right) => {
  const others = rights.filter((other) => other !== right).flatMap((other) => callsByRight[other])
  const asked = await open('/home-page', closedByRight[right])
  expect(callsByRight[right].filter((call) => asked.has(call))).toEqual([])
  expect(others.filter((call) => !asked.has(call))).toEqual([])
})

test('a screen that no right opens makes no call of its own', async () => {
  const asked = await open('/contracts-and-payments', [...closedByRight.seesContracts, ...closedByRight.enrols])
  screen.getByText('Этот раздел для вас не открыт')
  expect([...callsByRight.seesContracts, ...callsByRight.enrols].filter((call) => asked.has(call))).toEqual([])
})

test('the page of contracts reads no started purchases for a guardian who may not enrol', async () => {
  const asked = await open('/contracts-and-payments', closedByRight.enrols)
  expect(callsByRight.enrols.filter((call) => asked.has(call))).toEqual([])
  expect(asked).toContain('GET /api/v1/profile/contract/list')
})
