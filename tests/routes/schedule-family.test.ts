import { describe, expect, test } from 'vitest'
import type { User } from '#src/machines/session-setup.ts'
import { entriesOf } from '#src/routes/-schedule/entries.ts'
import { familyOf } from '#src/routes/-schedule/family.ts'
import { linksOf } from '#src/routes/-schedule/links.ts'
import { scheduleItem } from './schedule-items.ts'

describe('Whose schedule it is (D-8)', () => {
  const user = {} as User
  test.each([
    ['parent', 'parent'],
    ['student', 'student'],
    ['teacher', null],
    ['admin', null],
    [null, null],
  ] as const)('group %s asks the calls of %s', (roleGroup, family) => {
    expect(familyOf({ user, roleGroup })).toBe(family)
  })

  test('a visitor asks the student’s call, whose 401 leads to sign-in (D-6)', () => {
    expect(familyOf({ user: null, roleGroup: null })).toBe('student')
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
