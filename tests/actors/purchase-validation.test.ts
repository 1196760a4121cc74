import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Basket, CourseStudent } from '#contract/enrolment/catalog.ts'
import { createPurchaseValidator } from '#src/actors/purchase-validation.ts'
import { ApiError } from '#src/api/api-error.ts'
import type { CallQueryKey } from '#src/api/call-query.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { basketQuery } from '#src/api/purchase.ts'
import type { PurchaseLocation } from '#src/machines/locations/purchase-location.ts'
import { artem, basket, contract, course as details, ids, maria } from '#tests/support/samples/purchase-samples.ts'

const { course, artem: child, free: group, full } = ids
const scheme = 'StepByStep'

type ServerData = { students?: CourseStudent[] | 'offline'; basket?: Basket | 'not-found' | 'offline' }

/** What the server would answer; a course with one child who may buy it, and one who is there already. */
function validate(
  location: PurchaseLocation,
  { students = [artem(), maria], basket: held = basket() }: ServerData = {},
) {
  const answers = new Map<CallQueryKey[0], unknown>([
    [courseQuery(course).queryKey[0], details],
    [courseStudentsQuery(course).queryKey[0], students],
    [basketQuery(ids.basket).queryKey[0], held],
    [contractsQuery().queryKey[0], [contract]],
  ])
  const queryFn = async ({ queryKey: [address, args] }: { queryKey: readonly unknown[] }) => {
    const { query } = (args ?? {}) as { query?: { studentUuid?: string } }
    const answer = answers.get(address as CallQueryKey[0])
    if (query?.studentUuid === ids.maria) return basket({ student: { ...basket().student, uuid: ids.maria } })
    if (answer === 'offline') throw new ApiError('offline', null, null)
    if (answer === 'not-found') throw new ApiError('not-found', 404, null)
    return answer
  }
  return createPurchaseValidator(new QueryClient({ defaultOptions: { queries: { queryFn, retry: false } } }))(location)
}

const valid = (location: PurchaseLocation) => ({ location, refusal: null })
const all = { course, child, group, scheme } as const

test('preselects the only child and keeps the chosen group', async () => {
  const students = [artem()]
  expect(await validate({ course }, { students })).toEqual(valid({ course, child }))
  expect(await validate({ course, group }, { students })).toEqual(valid({ course, child, group }))
})

test('shows the only child with its obstacle', async () => {
  expect(await validate({ course }, { students: [maria] })).toEqual(valid({ course }))
})

test('asks to choose among several children', async () => {
  expect(await validate({ course, group })).toEqual(valid({ course, group }))
})

test.each<[string, PurchaseLocation, PurchaseLocation, string]>([
  ['a child of another user', { course, child: ids.stranger }, { course }, 'not-found'],
  ['a child who is there already', { course, child: ids.maria, group }, { course, group }, 'already-there'],
  ['a group of another course', { course, child, group: ids.stranger }, { course, child }, 'not-found'],
  ['a full group', { course, child, group: full }, { course, child }, 'full'],
  ['a scheme that is gone', { ...all, scheme: 'Combo' }, { course, child, group }, 'scheme-gone'],
  ['a contract of another user', { course, contract: ids.stranger }, { course }, 'not-found'],
])('An address of %s leads to the last step that can be had, with the reason', async (_, asked, location, refusal) => {
  expect(await validate(asked)).toEqual({ location, refusal })
})

test('derives student and group from a basket', async () => {
  expect(await validate({ course, basket: ids.basket })).toEqual(valid({ ...all, basket: ids.basket }))
})

test('keeps the child of the URL for a shared basket', async () => {
  expect(await validate({ course, child: ids.maria, basket: ids.basket })).toEqual(
    valid({ ...all, child: ids.maria, basket: ids.basket }),
  )
})

test('leads from a converted basket to its contract', async () => {
  const bought = basket({ contractUuid: ids.contract })
  expect(await validate({ ...all, basket: ids.basket }, { basket: bought })).toEqual(
    valid({ course, contract: ids.contract }),
  )
})

test('shows a basket with an obstacle', async () => {
  expect(await validate({ course, basket: ids.basket }, { basket: basket({ obstacle: 'full' }) })).toEqual(
    valid({ ...all, basket: ids.basket }),
  )
})

test('leads from a deleted basket back to the payment scheme', async () => {
  expect(await validate({ ...all, basket: ids.basket }, { basket: 'not-found' })).toEqual({
    location: { course, child, group },
    refusal: 'not-found',
  })
})

test('accepts the URL if the server cannot be reached', async () => {
  expect(await validate({ ...all, basket: ids.basket }, { basket: 'offline' })).toEqual(
    valid({ ...all, basket: ids.basket }),
  )
  expect(await validate({ course, child: ids.stranger }, { students: 'offline' })).toEqual(
    valid({ course, child: ids.stranger }),
  )
})
