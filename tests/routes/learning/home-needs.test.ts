import { describe, expect, test } from 'vitest'
import type { AttentionKind } from '#contract/enumerations.ts'
import type { HomeworkTask } from '#contract/learning/homework.ts'
import type { ProgressOverview } from '#contract/learning/progress.ts'
import { mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { datesOf } from '#src/i18n/dates.ts'
import { type NeedsData, needsOf, shownOnPhone } from '#src/routes/-parent-home-page/needs.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { homeworkTaskSample } from '#tests/support/samples/homework-samples.ts'
import { basket, courseWaitingListSample } from '#tests/support/samples/purchase-samples.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'
import { unsignedContract } from '#tests/support/samples/signing-samples.ts'
import { ticketSample } from '#tests/support/samples/ticket-samples.ts'
import { groupWaitingListSample } from '#tests/support/samples/transfer-samples.ts'

/** Friday, 20 November 2026, noon in Moscow. */
const now = Date.parse('2026-11-20T09:00:00Z')
const dates = datesOf('ru', 'Europe/Moscow')

const nothing: NeedsData = {
  contracts: [],
  notPayable: [],
  checkouts: [],
  groups: [],
  courses: [],
  baskets: [],
  tickets: [],
  entries: [],
  homework: [],
  progress: [],
  retakes: [],
  isEmailMissing: false,
  unverified: [],
}
const needs = (data: Partial<NeedsData>) => needsOf({ ...nothing, ...data }, { now, dates, shown: 5 })
const kinds = (data: Partial<NeedsData>) => needs(data).map(({ kind }) => kind)

const heldUntil = (at: string | null) =>
  groupWaitingListSample({
    own: { uuid: `until ${at}`, position: 1, joinedAt: '2026-11-10T09:00:00.000Z', heldUntil: at },
  })
const answered = ticketSample({ uuid: 'answered' })
const webinar = (startsAt: string, own: Parameters<typeof scheduleItem>[0] = {}) =>
  scheduleItem({ startsAt, endsAt: '2026-11-20T11:00:00.000Z', joinUrl: 'https://webinar.example/1', ...own })
const task = (dueAt: string, own: Partial<HomeworkTask> = {}) => homeworkTaskSample({ dueAt, ...own })
const due = (dueOn: string) => contract({ payments: [payment({ dueOn })] })

describe('What waits for the person', () => {
  test('has a contract to sign by its last day, and only for who signs it', () => {
    const isOwn = { until: '2026-11-25' }
    const [need, ...rest] = needs({ contracts: [unsignedContract(isOwn), unsignedContract({ isOwn: false })] })
    expect([need?.kind, need && new Date(need.due).toISOString(), rest]).toEqual([
      'signature',
      '2026-11-25T21:00:00.000Z',
      [],
    ])
    const customerAt = '2026-11-12T09:00:00.000Z'
    expect(
      kinds({ contracts: [unsignedContract({ customerAt }), { ...unsignedContract(), status: 'NotPaid' }] }),
    ).toEqual([])
  })

  test('has no payments of contracts that others pay for', () => {
    const contracts = [
      contract({ uuid: 'of the parents', payments: [payment({ dueOn: '2026-11-01' })] }),
      contract({ uuid: 'own', payments: [payment({ dueOn: '2026-11-22' })] }),
    ]
    expect(kinds({ contracts })).toEqual(['debt', 'payment'])
    expect(kinds({ contracts, notPayable: ['of the parents'] })).toEqual(['payment'])
    expect(kinds({ contracts, notPayable: ['of the parents', 'own'] })).toEqual([])
  })

  test('comes by deadline, after a lesson to join, a place that is lost today and a debt', () => {
    const order = needs({
      contracts: [due('2026-11-01'), due('2026-11-22')],
      groups: [heldUntil('2026-11-20T18:47:00.000Z'), heldUntil('2026-11-24T09:00:00.000Z')],
      courses: [courseWaitingListSample({ heldUntil: '2026-11-21T08:00:00.000Z' })],
      baskets: [basket(), basket({ groceryBasketUuid: 'kept', keptUntil: '2026-11-23' })],
      tickets: [answered],
      entries: mergeScheduleItems([webinar('2026-11-20T09:10:00.000Z')]),
      homework: [task('2026-11-21T06:00:00.000Z')],
    })
    expect(order.map(({ kind }) => kind)).toEqual([
      'lesson',
      'group',
      'debt',
      'payment',
      'homework',
      'course',
      'purchase',
      'group',
      'answer',
      'purchase',
    ])
  })

  test('has contacts to verify at the end, also after what is due later', () => {
    const data = {
      baskets: [basket({ groceryBasketUuid: 'kept', keptUntil: '2027-01-20' })],
      contracts: [due('2026-11-22')],
      isEmailMissing: true,
    }
    const [last, ...others] = needs({ ...data, unverified: ['phone'] }).toReversed()
    expect(last).toMatchObject({ kind: 'unverified', channel: 'phone' })
    expect(others.map(({ kind }) => kind)).toEqual(['purchase', 'email', 'payment'])
    expect(kinds({ unverified: ['email', 'phone'] })).toEqual(['unverified', 'unverified'])
  })

  test('shows a payment of the week at first, unless what is due within a day needs the rows', () => {
    const places = (hours: readonly number[]) => hours.map((hour) => heldUntil(`2026-11-21T0${hour}:00:00.000Z`))
    const data = { groups: places([6, 7]), tickets: [answered], homework: [task('2026-11-20T15:00:00.000Z')] }
    const [soon, later] = [[due('2026-11-27')], [due('2026-11-28')]]
    const answers = { ...data, tickets: [answered, { ...answered, uuid: 'other' }] }
    expect(kinds({ ...answers, contracts: soon })).toEqual([
      ...['homework', 'group', 'group', 'payment', 'answer', 'answer'],
    ])
    expect(kinds({ ...data, contracts: later }).at(-1)).toBe('payment')
    const full = { ...data, groups: places([1, 2, 3, 4, 5]) }
    expect(kinds({ ...full, contracts: soon })).toEqual([
      ...['homework', 'group', 'group', 'group', 'group', 'group', 'payment', 'answer'],
    ])
  })

  test('comes by the time until which it can be done: a place that is held until tomorrow before late work that is accepted longer', () => {
    const order = needs({
      groups: [heldUntil('2026-11-21T08:23:00.000Z')],
      tickets: [answered],
      homework: [
        task('2026-11-19T15:00:00.000Z', { state: 'overdue', acceptedUntil: '2026-12-03T15:00:00.000Z' }),
        task('2026-11-20T15:00:00.000Z'),
      ],
    })
    expect(order).toMatchObject([
      { kind: 'homework', isOverdue: false },
      { kind: 'group' },
      { kind: 'answer' },
      { kind: 'homework', isOverdue: true },
    ])
    const late = task('2026-11-19T15:00:00.000Z', { state: 'overdue', acceptedUntil: null })
    expect(kinds({ groups: [heldUntil('2026-11-21T08:23:00.000Z')], homework: [late] })).toEqual(['homework', 'group'])
    const accepted = task('2026-11-18T15:00:00.000Z', { state: 'overdue', acceptedUntil: '2026-12-03T15:00:00.000Z' })
    expect(kinds({ groups: [heldUntil('2026-11-21T08:23:00.000Z')], homework: [accepted, late] })).toEqual([
      'homework',
      'group',
    ])
  })

  test('has four rows on a phone, and more where they are due today', () => {
    const rows = (days: readonly number[]) =>
      needs({ groups: days.map((day) => heldUntil(`2026-11-${day}T18:00:00.000Z`)) })
    expect(shownOnPhone(rows([20, 21, 22, 23, 24]), now, dates)).toBe(4)
    expect(shownOnPhone(rows([20, 20, 20, 20, 20, 21]), now, dates)).toBe(5)
  })

  test('is nothing where nothing is to be done', () => {
    expect(
      kinds({
        contracts: [contract({ payments: [payment({ status: 'Canceled' })] })],
        groups: [heldUntil(null), groupWaitingListSample({ own: null })],
        courses: [courseWaitingListSample()],
        baskets: [basket({ obstacle: 'full' })],
        tickets: [{ ...answered, isUnread: false }],
        entries: mergeScheduleItems([scheduleItem({})]),
        homework: [task('2026-11-21T21:01:00.000Z'), task('2026-11-21T12:00:00.000Z', { canBeDone: false })],
      }),
    ).toEqual([])
  })

  test('sums all debts, and the payments of the next day', () => {
    const [debt, next] = needs({
      contracts: [due('2026-11-01'), due('2026-11-10'), due('2026-12-01'), due('2026-12-01'), due('2026-12-15')],
    })
    expect(debt).toMatchObject({ kind: 'debt', overdue: { sum: 20_000_00, count: 2 } })
    expect(next).toMatchObject({ kind: 'payment', next: { day: '2026-12-01', sum: 20_000_00, count: 2 } })
  })

  test.each([
    ['a quarter of an hour before it', '2026-11-20T09:15:00.000Z', {}, 1],
    ['while it lasts', '2026-11-20T08:00:00.000Z', {}, 1],
    ['not earlier', '2026-11-20T09:16:00.000Z', {}, 0],
    ['not after it', '2026-11-20T08:00:00.000Z', { endsAt: '2026-11-20T09:00:00.000Z' }, 0],
    ['not if it is cancelled', '2026-11-20T09:10:00.000Z', { state: 'cancelled' }, 0],
  ] as const)('a lesson can be joined %s', (_, startsAt, own, count) => {
    expect(kinds({ entries: mergeScheduleItems([webinar(startsAt, own)]) })).toHaveLength(count)
  })

  test('absences are explained within two weeks after the last of them', () => {
    const absences = (date: string, kind: AttentionKind = 'absences-in-a-row') => ({
      kind,
      groupId: 'group',
      lessonUuid: `until ${date}`,
      date,
      topic: 'Закон Ома',
      count: 3,
      share: null,
      usualShare: null,
    })
    const progress = (attention: ProgressOverview['attention']) => [{ studentUuid: 'a', groups: [], attention }]
    expect(
      needs({
        progress: progress([
          absences('2026-11-06'),
          absences('2026-11-05'),
          absences('2026-11-19', 'test-below-usual'),
        ]),
      }),
    ).toMatchObject([{ kind: 'absences', student: 'a', id: 'until 2026-11-06' }])
  })

  test('a payment of the week and absences come before homework that is not due today', () => {
    const absences = { kind: 'absences-in-a-row', groupId: 'group', lessonUuid: 'lesson', topic: 'Закон Ома' } as const
    const progress = [
      {
        studentUuid: 'a',
        groups: [],
        attention: [{ ...absences, date: '2026-11-19', count: 3, share: null, usualShare: null }],
      },
    ]
    const homework = [
      task('2026-11-20T12:00:00.000Z'),
      task('2026-11-21T07:45:00.000Z'),
      task('2026-11-19T12:00:00.000Z', { state: 'overdue', acceptedUntil: '2026-11-23T12:00:00.000Z' }),
    ]
    const groups = [heldUntil('2026-11-21T06:00:00.000Z'), heldUntil('2026-11-22T06:00:00.000Z')]
    expect(kinds({ progress, homework, groups, contracts: [due('2026-11-27')] })).toEqual([
      ...['homework', 'group', 'absences', 'payment', 'homework', 'group', 'homework'],
    ])
    const places = [1, 2, 3, 4, 5].map((hour) => heldUntil(`2026-11-21T0${hour}:00:00.000Z`))
    const tomorrow = [task('2026-11-21T07:45:00.000Z')]
    expect(kinds({ homework: tomorrow, groups: places, contracts: [due('2026-11-27')] }).slice(-2)).toEqual([
      ...['payment', 'homework'],
    ])
    // A payment of another week waits its turn.
    expect(kinds({ homework, contracts: [due('2026-11-28')] })).toEqual(['homework', 'homework', 'homework', 'payment'])
  })

  test('homework of today, of tomorrow and late work that is accepted are one row each', () => {
    const homework = [
      task('2026-11-21T20:59:00.000Z', { uuid: 'one', studentUuid: 'a' }),
      task('2026-11-20T12:00:00.000Z', { uuid: 'two', studentUuid: 'a' }),
      task('2026-11-21T12:00:00.000Z', { uuid: 'three', studentUuid: 'b' }),
      task('2026-11-20T08:59:00.000Z', {
        uuid: 'late',
        studentUuid: 'b',
        state: 'overdue',
        acceptedUntil: '2026-11-24T12:00:00.000Z',
      }),
    ]
    expect(needs({ homework })).toMatchObject([
      { kind: 'homework', isOverdue: false, due: Date.parse('2026-11-20T12:00:00.000Z'), tasks: [{ uuid: 'two' }] },
      {
        kind: 'homework',
        isOverdue: false,
        due: Date.parse('2026-11-21T12:00:00.000Z'),
        tasks: [{ uuid: 'one' }, { uuid: 'three' }],
      },
      { kind: 'homework', isOverdue: true, due: Date.parse('2026-11-24T12:00:00.000Z'), tasks: [{ uuid: 'late' }] },
    ])
  })
})
