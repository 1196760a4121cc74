import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Role } from '#contract/roles.ts'
import { saveLocale } from '#src/storage/preferences.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import * as samples from '#tests/support/samples/grade-book-samples.ts'
import {
  fullGroup,
  groupQueue,
  groupToChange,
  ids,
  studyGroup,
  transferPreview,
} from '#tests/support/samples/transfer-samples.ts'

// Stories walk these ways in Russian; here they are read in English.
beforeEach(() => saveLocale('en'))

describe('A change of group', () => {
  const calls = {
    queues: 'GET /api/v1/schedule/group/queue/list',
    change: 'POST /api/v1/parent/children/schedule/groups/change',
  }
  const open = (search: string, more: Parameters<typeof visit>[1] = {}) =>
    visit(`/change-schedule?contract=${ids.contract}${search}`, {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/parent/children/schedule/groups/list': { body: [studyGroup()] },
      'GET /api/v1/parent/children/schedule/groups/to-change': { body: [groupToChange(), fullGroup] },
      'GET /api/v1/schedule/group/preview': { body: transferPreview() },
      ...more,
    })
  const own = { uuid: ids.place, position: 3, joinedAt: '2026-11-20T09:00:00.000Z', heldUntil: null }

  test('offers a waiting list, and says which place in it is one’s own', async () => {
    const search = `&territory=${ids.sokol}`
    const { server } = await open(search, { [calls.queues]: { body: [groupQueue()] } })
    server['POST /api/v1/schedule/group/queue/join'] = () => {
      server[calls.queues] = { body: [groupQueue({ length: 3, own })] }
      return { body: groupQueue({ length: 3, own }) }
    }
    await userEvent.click(await screen.findByRole('button', { name: /^Join the waiting list .*М-7-В$/ }))
    await screen.findByText('Waiting list for group “М-7-В”: you are 3 of 3')
  })

  test('says that a place is held, and leads back from it to the venues', async () => {
    const held = { ...own, position: 1, heldUntil: '2026-11-22T09:00:00.000Z' }
    await open(`&group=${ids.full}`, { [calls.queues]: { body: [groupQueue({ own: held })] } })
    await screen.findByRole('heading', { level: 2, name: 'The week before and after' })
    expect(screen.getByText('The same week as a list')).toBeTruthy()
    const back = screen.getByRole('button', { name: 'Back' })
    await waitFor(() => expect(back).toHaveProperty('disabled', false))
    await userEvent.click(back)
    await screen.findByRole('heading', { level: 2, name: 'Where would it suit you?' })
  })

  test('says that the last place has just been taken', async () => {
    const refusal = { problem: 'no-place-left', status: 409 } as const
    await open(`&territory=${ids.sokol}&group=${ids.evening}&step=confirm`, { [calls.change]: refusal })
    const button = await screen.findByRole('button', { name: 'Change the group' })
    await waitFor(() => expect(button).toHaveProperty('disabled', false))
    await userEvent.click(button)
    const alert = await within(screen.getByRole('main')).findByRole('alert')
    expect(textOf(alert)).toContain('The last place in this group has just been taken.')
  })
})

describe('A grade book', () => {
  const childrens = 'GET /api/v1/parent/children/grade-book'
  const open = (variant: 'academy' | 'college', replies: Parameters<typeof visit>[1]) =>
    visit('/grade-book/', {
      'GET /api/v1/profile': { body: person(['parent'] satisfies Role[]) },
      [`${childrens}/list`]: {
        body: [{ student: samples.childOf(51, 'Мария'), books: [{ ...samples.schoolBook, variant }] }],
      },
      [`${childrens}/courses-without-journals`]: { body: [] },
      [`${childrens}/journal-days`]: { body: [] },
      [`${childrens}/marks`]: { body: [] },
      ...replies,
    })

  test('of the academy tells points, percentage and how it came about', async () => {
    const column = { uuid: samples.uuidOf(60), date: '2026-11-09', topic: 'Кластеры', markType: 'practice', max: 10 }
    await open('academy', {
      [`${childrens}/settings`]: { body: { scale: { kind: 'hundred', passing: 60, max: 100 }, markTypes: [] } },
      [`${childrens}/score-journal`]: {
        body: {
          columns: [column],
          scores: [{ columnUuid: column.uuid, value: 5, absent: false, markUuid: samples.uuidOf(70) }],
          total: 5,
          max: 10,
        },
      },
    })
    await screen.findByRole('table', { name: 'Score journal' })
    await userEvent.click(await screen.findByRole('tab', { name: 'What if…' }))
    expect(textOf(screen.getByText(/^To reach 60/).closest('li') as Element)).toBe(
      'To reach 60%: 3 more points without a loss, or at least 7 of 10 for the next work',
    )
  })

  test('of the college is a record book', async () => {
    await open('college', {
      [`${childrens}/settings`]: { body: { scale: { kind: 'passFail', passing: 1, max: 1 }, markTypes: [] } },
    })
    await screen.findByRole('table', { name: 'Record book: 2-я четверть' })
  })
})
