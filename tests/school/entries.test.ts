import { describe, expect, test } from 'vitest'
import type { ScheduleCategory } from '#contract/enumerations.ts'
import { tagsOf } from '#src/school/children.ts'
import { entriesMatching, entriesOf, linksOf } from '#src/school/entries.ts'
import { fromLater, scheduleItem } from '#tests/support/schedule-items.ts'

describe('Entries of the calendar', () => {
  test('a lesson that siblings share stands once and names both', () => {
    const entries = entriesOf([scheduleItem({ studentUuid: 'artem' }), scheduleItem({ studentUuid: 'maria' })])
    expect(entries).toHaveLength(1)
    expect(entries[0]?.students).toEqual(['artem', 'maria'])
  })

  test('vacations of the same days stand once, whatever campaign they come from', () => {
    const vacation = { category: 'vacations', format: null, title: 'Осенние каникулы', allDay: true } as const
    const entries = entriesOf([
      scheduleItem({ ...vacation, uuid: 'v1', studentUuid: 'artem' }),
      scheduleItem({ ...vacation, uuid: 'v2', studentUuid: 'artem' }),
      scheduleItem({ ...vacation, uuid: 'v3', studentUuid: 'maria' }),
      scheduleItem({ ...vacation, uuid: 'v4', studentUuid: 'maria', endsAt: '2026-11-30T21:00:00.000Z' }),
    ])
    expect(entries.map(({ key, students }) => [key, students])).toEqual([
      ['v1', ['artem', 'maria']],
      ['v4', ['maria']],
    ])
  })

  const entries = entriesOf([
    scheduleItem({ uuid: 'offline', studentUuid: 'artem' }),
    scheduleItem({ uuid: 'online', studentUuid: 'maria', format: 'webinar' }),
    scheduleItem({ uuid: 'unknown', studentUuid: 'maria', category: fromLater<ScheduleCategory>('excursions') }),
  ])
  const keys = (...filter: Parameters<typeof entriesMatching>) => entriesMatching(...filter).map(({ key }) => key)

  test('without a filter everything is shown, what nobody knows too', () => {
    expect(keys(entries, {})).toEqual(['offline', 'online', 'unknown'])
  })

  test('kinds add up, and a child narrows them', () => {
    expect(keys(entries, { kind: ['offline', 'online'] })).toEqual(['offline', 'online'])
    expect(keys(entries, { kind: ['offline', 'online'], child: 'maria' })).toEqual(['online'])
    expect(keys(entries, { child: 'maria' })).toEqual(['online', 'unknown'])
    expect(keys(entries, { child: 'nobody' })).toEqual([])
  })
})

describe('The ways into an entry', () => {
  const before = Date.parse('2026-11-20T06:00:00.000Z')
  const after = Date.parse('2026-11-20T08:30:00.000Z')
  const links = (part: Parameters<typeof scheduleItem>[0], now: number) =>
    entriesOf([scheduleItem({ joinUrl: 'https://meet.example/1', recordingUrl: null, ...part })]).map((entry) =>
      linksOf(entry, now),
    )[0]

  test('one joins until the end, and sees the recording afterwards', () => {
    expect(links({}, before)).toEqual({ join: 'https://meet.example/1', recording: null })
    expect(links({ recordingUrl: 'https://video.example/1' }, after)).toEqual({
      join: null,
      recording: 'https://video.example/1',
    })
  })

  test('nobody joins what is cancelled', () => {
    expect(links({ state: 'cancelled' }, before)).toEqual({ join: null, recording: null })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//meet.example', 'meet', ''])('«%s» is no link', (joinUrl) => {
    expect(links({ joinUrl, recordingUrl: joinUrl }, before)).toEqual({ join: null, recording: null })
  })
})

describe('Letters of the children', () => {
  const lettersOf = (...names: [firstName: string, lastName: string][]) => {
    const children = names.map(([firstName, lastName], index) => ({ uuid: String(index), firstName, lastName }))
    return [...tagsOf(children).values()].map(({ letters }) => letters)
  }

  test('are as few as tell the children apart', () => {
    expect(lettersOf(['Артём', 'С'], ['Мария', 'С'])).toEqual(['А', 'М'])
    expect(lettersOf(['Артём', 'С'], ['Арина', 'С'], ['Мария', 'С'])).toEqual(['Арт', 'Ари', 'М'])
  })

  test('are the name and an initial where the name does not tell', () => {
    expect(lettersOf(['Анна', 'Белова'], ['Анна', 'Серова'])).toEqual(['Анна Б', 'Анна С'])
    expect(lettersOf(['Ян', 'Б'], ['Яна', 'Б'])).toEqual(['Ян Б', 'Яна'])
  })
})
