import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import type { Basket, CourseStudent } from '#contract/catalog.ts'
import type { CallKey } from '#src/api/call-query.ts'
import { courseQuery, courseStudentsQuery } from '#src/api/catalog.ts'
import { contractsQuery } from '#src/api/contracts.ts'
import { Failure } from '#src/api/failure.ts'
import { basketQuery } from '#src/api/purchase.ts'
import type { PurchasePlace } from '#src/machines/purchase-places.ts'
import { purchaseJudge } from '#src/purchase-judge.ts'
import { artem, basket, contract, course as details, ids, maria } from '#tests/support/purchase-samples.ts'

const { course, artem: child, free: group, full } = ids
const scheme = 'StepByStep'

type World = { students?: CourseStudent[] | 'offline'; basket?: Basket | 'not-found' | 'offline' }

/** What the server would answer; a course with one child who may buy it, and one who is there already. */
function judging(place: PurchasePlace, { students = [artem(), maria], basket: held = basket() }: World = {}) {
  const answers = new Map<CallKey[0], unknown>([
    [courseQuery(course).queryKey[0], details],
    [courseStudentsQuery(course).queryKey[0], students],
    [basketQuery(ids.basket).queryKey[0], held],
    [contractsQuery().queryKey[0], [contract]],
  ])
  const queryFn = async ({ queryKey: [address, args] }: { queryKey: readonly unknown[] }) => {
    const { query } = (args ?? {}) as { query?: { studentUuid?: string } }
    const answer = answers.get(address as CallKey[0])
    if (query?.studentUuid === ids.maria) return basket({ student: { ...basket().student, uuid: ids.maria } })
    if (answer === 'offline') throw new Failure('offline', null, null)
    if (answer === 'not-found') throw new Failure('not-found', 404, null)
    return answer
  }
  return purchaseJudge(new QueryClient({ defaultOptions: { queries: { queryFn, retry: false } } }))(place)
}

const sound = (place: PurchasePlace) => ({ place, refusal: null })
const all = { course, child, group, scheme } as const

test('One child alone is not asked for, and keeps the group that was chosen', async () => {
  const students = [artem()]
  expect(await judging({ course }, { students })).toEqual(sound({ course, child }))
  expect(await judging({ course, group }, { students })).toEqual(sound({ course, child, group }))
})

test('One child alone whom the course is not for is shown with the reason', async () => {
  expect(await judging({ course }, { students: [maria] })).toEqual(sound({ course }))
})

test('Several children are asked for', async () => {
  expect(await judging({ course, group })).toEqual(sound({ course, group }))
})

test.each<[string, PurchasePlace, PurchasePlace, string]>([
  ['a child of somebody else', { course, child: ids.stranger }, { course }, 'not-found'],
  ['a child who is there already', { course, child: ids.maria, group }, { course, group }, 'already-there'],
  ['a group of another course', { course, child, group: ids.stranger }, { course, child }, 'not-found'],
  ['a full group', { course, child, group: full }, { course, child }, 'full'],
  ['a scheme that is gone', { ...all, scheme: 'Combo' }, { course, child, group }, 'scheme-gone'],
  ['a contract of somebody else', { course, contract: ids.stranger }, { course }, 'not-found'],
])('An address of %s leads to the last step that can be had, with the reason', async (_, asked, place, refusal) => {
  expect(await judging(asked)).toEqual({ place, refusal })
})

test('A basket alone says for whom it is, and of what', async () => {
  expect(await judging({ course, basket: ids.basket })).toEqual(sound({ ...all, basket: ids.basket }))
})

test('A basket that two children share stays that of the child whom the address names', async () => {
  expect(await judging({ course, child: ids.maria, basket: ids.basket })).toEqual(
    sound({ ...all, child: ids.maria, basket: ids.basket }),
  )
})

test('A basket that has become a contract leads to it', async () => {
  const bought = basket({ contractUuid: ids.contract })
  expect(await judging({ ...all, basket: ids.basket }, { basket: bought })).toEqual(
    sound({ course, contract: ids.contract }),
  )
})

test('A basket with something against it is shown: what it founders on is said there', async () => {
  expect(await judging({ course, basket: ids.basket }, { basket: basket({ obstacle: 'full' }) })).toEqual(
    sound({ ...all, basket: ids.basket }),
  )
})

test('A basket that is no more leads back to the way of paying, all else being kept', async () => {
  expect(await judging({ ...all, basket: ids.basket }, { basket: 'not-found' })).toEqual({
    place: { course, child, group },
    refusal: 'not-found',
  })
})

test('What cannot be asked is taken as it stands', async () => {
  expect(await judging({ ...all, basket: ids.basket }, { basket: 'offline' })).toEqual(
    sound({ ...all, basket: ids.basket }),
  )
  expect(await judging({ course, child: ids.stranger }, { students: 'offline' })).toEqual(
    sound({ course, child: ids.stranger }),
  )
})
