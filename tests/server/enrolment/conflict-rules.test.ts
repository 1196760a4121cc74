// Database: none.
import { expect, test } from 'vitest'
import { type Attendance, findConflicts } from '#server/enrolment/groups/conflict-rules.ts'

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3))

/** On the day of the new lesson, a Tuesday. */
function attendance(from: string, to: string, more: Partial<Attendance> = {}): Attendance {
  const times = { slot: { from, to }, from: minutesOf(from), to: minutesOf(to) }
  return {
    studentUuid: 'son',
    uuid: 'other',
    groupUuid: 'physics',
    title: 'Физика',
    place: null,
    day: '2026-10-20',
    weekday: 2,
    isUnpaid: false,
    ...times,
    ...more,
  }
}

const coming = attendance('16:00', '17:30', { uuid: 'new', groupUuid: 'maths', place: 'Сокол' })
const exam = { groupUuid: null, title: 'Экзамен' }
const sister = { studentUuid: 'daughter' }

test.each<[string, Attendance, unknown[]]>([
  ['a lesson at the same time', attendance('17:00', '18:00'), [['overlap', -30]]],
  ['an exam within it', attendance('16:30', '17:00', exam), [['overlap', -30]]],
  ['a lesson on another day', attendance('16:00', '17:30', { day: '2026-10-21' }), []],
  ['a lesson of the same group', attendance('16:00', '17:30', { groupUuid: 'maths' }), []],
  ['a lesson right after it, in the same place', attendance('17:30', '19:00', { place: 'Сокол' }), []],
  ['one too soon after it', attendance('18:00', '19:00', { place: 'Мытищи' }), [['too-far', 30]]],
  ['one too shortly before it', attendance('15:00', '16:00', { place: 'Мытищи' }), [['too-far', 0]]],
  ['one a minute too soon', attendance('18:14', '19:00', { place: 'Мытищи' }), [['too-far', 44]]],
  ['one with time to get there', attendance('18:15', '19:00', { place: 'Мытищи' }), []],
  [
    'an exam too soon after it, with its place as free text',
    attendance('18:00', '19:00', { ...exam, place: 'Мытищи, кабинет 7' }),
    [['too-far', 30]],
  ],
  [
    'an exam soon after it, in another room of the same place',
    attendance('18:00', '19:00', { ...exam, place: 'сокол , актовый зал' }),
    [],
  ],
  ['one soon after it, online', attendance('17:40', '19:00'), []],
  [
    'a sister’s lesson at the other end of town',
    attendance('17:00', '18:00', { ...sister, place: 'Мытищи' }),
    [['children-apart', -30]],
  ],
  ['a sister’s lesson there soon after it', attendance('17:40', '18:00', { ...sister, place: 'Мытищи' }), []],
  ['a sister’s lesson in the same place', attendance('16:00', '17:30', { ...sister, place: 'Сокол' }), []],
  ['a sister’s lesson online', attendance('16:00', '17:30', sister), []],
])('%s', (_, other, expected) => {
  expect(findConflicts([coming], [other]).map(({ kind, minutesBetween }) => [kind, minutesBetween])).toEqual(expected)
})

test('conflicts of several weeks are one without a day; those of a single day follow with it', () => {
  const week = (number: number, one: Attendance): Attendance => {
    const day = new Date(Date.parse(one.day) + number * 7 * 86_400_000).toISOString().slice(0, 10)
    return { ...one, uuid: `${one.uuid}-${number}`, day }
  }
  const weeks = [0, 1, 2]
  const physics = attendance('17:00', '18:00', { place: 'Сокол' })
  const found = findConflicts(
    weeks.map((number) => week(number, coming)),
    [week(1, attendance('16:30', '17:00', exam)), ...weeks.map((number) => week(number, physics))],
  )
  const slot = { weekday: 2, from: '16:00', to: '17:30' }
  expect(found).toEqual([
    {
      kind: 'overlap',
      slot,
      other: {
        studentUuid: 'son',
        title: 'Физика',
        slot: { weekday: 2, from: '17:00', to: '18:00' },
        place: 'Сокол',
        calendarGap: null,
      },
      minutesBetween: -30,
      day: null,
      itemUuids: ['new-0', 'other-0', 'new-1', 'other-1', 'new-2', 'other-2'],
    },
    {
      kind: 'overlap',
      slot,
      other: {
        studentUuid: 'son',
        title: 'Экзамен',
        slot: { weekday: 2, from: '16:30', to: '17:00' },
        place: null,
        calendarGap: null,
      },
      minutesBetween: -30,
      day: '2026-10-27',
      itemUuids: ['new-1', 'other-1'],
    },
  ])
})
