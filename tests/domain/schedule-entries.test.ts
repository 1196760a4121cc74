import { describe, expect, test } from 'vitest'
import type { ScheduleCategory } from '#contract/enumerations.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { entryLinksOf, filterEntries, mergeScheduleItems } from '#src/domain/schedule-entries.ts'
import { scheduleItem, unknownValue } from '#tests/support/samples/schedule-samples.ts'

describe('Entries of the calendar', () => {
  test('merges a lesson of siblings and names both', () => {
    const entries = mergeScheduleItems([scheduleItem({ studentUuid: 'artem' }), scheduleItem({ studentUuid: 'maria' })])
    expect(entries).toHaveLength(1)
    expect(entries[0]?.students).toEqual(['artem', 'maria'])
  })

  test('merges vacations of the same days', () => {
    const vacation = { category: 'vacations', format: null, title: 'Осенние каникулы', allDay: true } as const
    const entries = mergeScheduleItems([
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

  const entries = mergeScheduleItems([
    scheduleItem({ uuid: 'offline', studentUuid: 'artem' }),
    scheduleItem({ uuid: 'online', studentUuid: 'maria', format: 'webinar' }),
    scheduleItem({ uuid: 'unknown', studentUuid: 'maria', category: unknownValue<ScheduleCategory>('excursions') }),
  ])
  const keys = (...filter: Parameters<typeof filterEntries>) => filterEntries(...filter).map(({ key }) => key)

  test('shows everything without a filter, also unknown kinds', () => {
    expect(keys(entries, {})).toEqual(['offline', 'online', 'unknown'])
  })

  test('combines kinds by or and the child by and', () => {
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
    mergeScheduleItems([scheduleItem({ joinUrl: 'https://meet.example/1', recordingUrl: null, ...part })]).map(
      (entry) => entryLinksOf(entry, now),
    )[0]

  test('offers to join until the end and the recording afterwards', () => {
    expect(links({}, before)).toEqual({ join: 'https://meet.example/1', recording: null })
    expect(links({ recordingUrl: 'https://video.example/1' }, after)).toEqual({
      join: null,
      recording: 'https://video.example/1',
    })
  })

  test('offers the page of a task after its deadline too', () => {
    expect(links({ category: 'selfStudy' }, after)?.join).toBe('https://meet.example/1')
  })

  test('offers no link to join a cancelled entry', () => {
    expect(links({ state: 'cancelled' }, before)).toEqual({ join: null, recording: null })
  })

  test.each(['javascript:alert(1)', 'data:text/html,x', '//meet.example', 'meet', ''])('«%s» is no link', (joinUrl) => {
    expect(links({ joinUrl, recordingUrl: joinUrl }, before)).toEqual({ join: null, recording: null })
  })
})

describe('Letters of the children', () => {
  const lettersOf = (...names: [firstName: string, lastName: string][]) => {
    const children = names.map(([firstName, lastName], index) => ({ uuid: String(index), firstName, lastName }))
    return [...childTagsOf(children).values()].map(({ letters }) => letters)
  }

  test('are the shortest unique prefix', () => {
    expect(lettersOf(['Артём', 'С'], ['Мария', 'С'])).toEqual(['А', 'М'])
    expect(lettersOf(['Артём', 'С'], ['Арина', 'С'], ['Мария', 'С'])).toEqual(['Арт', 'Ари', 'М'])
  })

  test('are the name and an initial for equal names', () => {
    expect(lettersOf(['Анна', 'Белова'], ['Анна', 'Серова'])).toEqual(['Анна Б', 'Анна С'])
    expect(lettersOf(['Ян', 'Б'], ['Яна', 'Б'])).toEqual(['Ян Б', 'Яна'])
  })
})
