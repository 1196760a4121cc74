import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { child, person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import {
  fullGroup,
  groupToChange,
  groupTransfer,
  groupWaitingListSample,
  ids,
  physics,
  studyGroup,
  transferPreview,
} from '#tests/support/samples/transfer-samples.ts'

const calls = {
  groups: 'GET /api/v1/parent/children/schedule/groups/list',
  toChange: 'GET /api/v1/parent/children/schedule/groups/to-change',
  preview: 'GET /api/v1/schedule/group/preview',
  change: 'POST /api/v1/parent/children/schedule/groups/change',
  transfers: 'GET /api/v1/schedule/group/move/list',
  withdraw: `DELETE /api/v1/schedule/group/move/${ids.transfer}`,
  queues: 'GET /api/v1/schedule/group/queue/list',
  join: 'POST /api/v1/schedule/group/queue/join',
  leave: `DELETE /api/v1/schedule/group/queue/${ids.place}`,
}

/** A parent of two; the group of mathematics can be changed, the group of physics cannot. */
function open(search = '', replies: Parameters<typeof visit>[1] = {}) {
  return visit(`/change-schedule${search}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    'GET /api/v1/profile/children': { body: [child(ids.artem, 'Артём'), child(ids.maria, 'Мария')] },
    [calls.groups]: { body: [studyGroup(), physics] },
    [calls.toChange]: { body: [groupToChange(), fullGroup] },
    [calls.preview]: { body: transferPreview() },
    [calls.transfers]: { body: [] },
    [calls.queues]: { body: [groupWaitingListSample()] },
    ...replies,
  })
}

const steps = {
  territory: `?contract=${ids.contract}`,
  groups: `?contract=${ids.contract}&territory=${ids.sokol}`,
  week: `?contract=${ids.contract}&territory=${ids.sokol}&group=${ids.evening}`,
  confirm: `?contract=${ids.contract}&territory=${ids.sokol}&group=${ids.evening}&step=confirm`,
  done: `?contract=${ids.contract}&step=done`,
}
const heading = (name: string) => screen.findByRole('heading', { level: 2, name })
/** Toasts have a region of their own. */
const alert = () => screen.findByRole('main').then((main) => within(main).findByRole('alert'))
async function press(name: string | RegExp): Promise<void> {
  await waitFor(() => {
    const { disabled, ariaBusy } = screen.getByRole<HTMLButtonElement>('button', { name })
    expect([disabled, ariaBusy]).toEqual([false, null])
  })
  await userEvent.click(screen.getByRole('button', { name }))
}
const changed = { body: { contractUuid: ids.contract, groupUuid: ids.evening, effectiveFrom: '2026-11-24' } }

describe('A step opened by its URL', () => {
  test('refetches stale groups once although the step that showed them unmounts', async () => {
    const { app, callsOf, history } = await open()
    await screen.findByRole('button', { name: 'Сменить группу: Математика, М-7-А' })
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    await app.queryClient.invalidateQueries({ refetchType: 'none' })
    history.push(`/change-schedule${steps.groups}`)
    await heading('В какую группу перейти?')
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    expect(callsOf(calls.groups)).toHaveLength(2)
  })
})

describe('A transfer that the rules forbid', () => {
  test.each([
    ['frozen', 'Договор приостановлен. Группу можно будет сменить, когда обучение возобновится.'],
    ['terminating', 'Договор расторгается, поэтому сменить группу уже нельзя.'],
    ['not-paid', 'Договор не оплачен в срок и больше не действует: группу по нему не сменить.'],
    ['moved-this-month', 'В этом месяце группу уже меняли. Следующий раз можно будет с первого числа.'],
    ['move-under-way', 'Смена группы уже запрошена. Чтобы выбрать другую, сначала отзовите её.'],
    ['not-begun', 'Договор ещё оформляется. Группу можно будет сменить, когда он вступит в силу.'],
    ['no-other-group', 'Других групп этого курса сейчас нет.'],
  ] as const)('shows the reason (%s) and cannot be started', async (reason, text) => {
    await open('', { [calls.groups]: { body: [studyGroup({ canChange: false, reason })] } })
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: /^Сменить группу/ })).toBeNull()
  })
})

describe('A server that does not respond', () => {
  test('keeps the selection; a retry repeats the request and transfers once', async () => {
    const { here, callsOf, server } = await open(steps.confirm, { [calls.change]: 'offline' })
    await press('Сменить группу')
    expect((await alert()).textContent).toContain('Нет связи с сервером')
    expect(here()).toBe(`/change-schedule${steps.confirm}`)
    const { promise, resolve } = Promise.withResolvers<typeof changed>()
    server[calls.change] = () => promise
    // The week begins on Monday, the lessons on Tuesday.
    server[calls.transfers] = { body: [groupTransfer({ effectiveFrom: '2026-11-23' })] }
    await press('Сменить группу')
    // The refusal of the first attempt is not shown while the second one is pending.
    await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull())
    resolve(changed)
    await heading('Группа сменена')
    expect(screen.getByText('Первое занятие в группе «М-7-Б»: вторник, 24 ноября')).toBeDefined()
    const keys = callsOf(calls.change).map(({ headers }) => headers.get('Idempotency-Key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })
})

describe('While the transfer is being sent', () => {
  /** Confirmed; `answer` sends the response. */
  async function sending() {
    const { promise, resolve } = Promise.withResolvers<typeof changed>()
    const visited = await open(steps.week)
    await press('Подходит, дальше')
    visited.server[calls.change] = () => promise
    await press('Сменить группу')
    await waitFor(() => expect(visited.callsOf(calls.change)).toHaveLength(1))
    visited.server[calls.transfers] = { body: [groupTransfer()] }
    return { ...visited, answer: () => resolve(changed) }
  }

  test('a toast reports the result after leaving the page', async () => {
    const { history, answer } = await sending()
    history.push('/events')
    await screen.findByRole('heading', { level: 1, name: 'Мероприятия' })
    answer()
    await screen.findByText('Группа сменена')
  })
})

describe('A URL', () => {
  const unknown = '00000000-0000-4000-8000-000000000999'
  test.each([
    ['a contract of another user', `?contract=${unknown}`, {}, ''],
    ['a contract that cannot be moved', `?contract=${ids.otherContract}`, {}, ''],
    ['a territory without groups', `?contract=${ids.contract}&territory=${unknown}`, {}, steps.territory],
    [
      'a group that is not offered',
      steps.week,
      { [calls.preview]: { problem: 'not-found', status: 404 } },
      steps.groups,
    ],
    ['a transfer that does not exist', steps.done, {}, ''],
  ])('of %s redirects to the first possible step, with a message', async (_, search, replies, target) => {
    const { here } = await open(search, replies)
    await alert()
    expect(here()).toBe(`/change-schedule${target}`)
  })

  test('that cannot be validated stays, and the step shows the failure', async () => {
    const { here } = await open(steps.groups, { [calls.groups]: 'offline', [calls.toChange]: 'offline' })
    await screen.findByText('Не удалось загрузить', {}, { timeout: 4000 })
    expect(here()).toBe(`/change-schedule${steps.groups}`)
  })
})

describe('The selection', () => {
  test('shows new groups beside the current one with their conflicts', async () => {
    await open(steps.groups)
    const cards = (await screen.findAllByRole('listitem')).map(textOf)
    const shown = cards.filter((text) => text.includes('М-7-'))
    expect(shown).toEqual([
      expect.stringMatching(/^СейчасМ-7-А.*пн, ср 17:00⁠–⁠18:30.*Сокол.*Белова Ирина Сергеевна/),
      expect.stringMatching(
        /^М-7-БОсталось 1 место.*вт 18:30⁠–⁠20:00.*Сокол.*Орлов Пётр Ильич.*Не сходится с расписаниемвт 18:30⁠–⁠20:00: в это время уже есть «Физика», 18:00⁠–⁠19:30/,
      ),
      expect.stringMatching(/^М-7-ВМест нет.*чт 16:00⁠–⁠17:30.*В очереди ждут 2 человека\.Встать в очередь$/),
    ])
  })

  test('of a contract with one territory skips the step of the territory', async () => {
    const { here } = await open('', {
      [calls.groups]: { body: [studyGroup({ territories: [{ uuid: ids.sokol, title: 'Сокол' }] })] },
    })
    await press('Сменить группу: Математика, М-7-А')
    await heading('В какую группу перейти?')
    expect(here()).toBe(`/change-schedule${steps.groups}`)
  })

  test('uses the student’s calls for a student (D-8)', async () => {
    const { callsOf } = await open('', {
      'GET /api/v1/profile': { body: person(['student']) },
      'GET /api/v1/student/schedule/groups/list': { body: [studyGroup()] },
    })
    await screen.findByRole('button', { name: 'Сменить группу: Математика, М-7-А' })
    expect([callsOf(calls.groups), callsOf('GET /api/v1/profile/children')]).toEqual([[], []])
  })
})

describe('The week before and after', () => {
  test('shows removed, added and unchanged lessons, conflicts, the date and the price', async () => {
    await open(steps.week)
    const week = await screen.findByRole('region', { name: /^Неделя 23.29 ноября 2026/ })
    const ofDay = (name: RegExp) => within(week).getAllByRole('list', { name })[0] as HTMLElement
    expect(textOf(ofDay(/понедельник/))).toMatch(/17:00.*Математика.*уйдёт/)
    expect(textOf(ofDay(/вторник/))).toMatch(/18:00.*Физика.*останется.*18:30.*Математика.*добавится/)
    const [notice] = screen.getAllByRole('note').map(textOf)
    expect(notice).toBe('Не сходится с расписаниемвт 18:30⁠–⁠20:00: в это время уже есть «Физика», 18:00⁠–⁠19:30')
    await screen.findByText('С 24 ноября; до этого занятия идут как раньше')
    expect(textOf(await screen.findByText(/на 3 500 ₽ больше/))).toBe('93 500 ₽ вместо 90 000 ₽: на 3 500 ₽ больше')
  })

  test('warns about siblings in distant places and too little travel time, on the only day of it', async () => {
    const [conflict] = transferPreview().conflicts
    if (conflict === undefined) throw new Error('The sample has a conflict')
    const other = { ...conflict.other, studentUuid: ids.maria }
    await open(steps.week, {
      [calls.preview]: {
        body: transferPreview({
          conflicts: [
            { ...conflict, kind: 'children-apart', other, day: '2026-12-08' },
            { ...conflict, kind: 'too-far', minutesBetween: 20 },
          ],
        }),
      },
    })
    const [first, second] = await within(await screen.findByRole('note')).findAllByRole('listitem')
    expect(textOf(first as HTMLElement)).toBe(
      'вторник, 8 декабря, 18:30⁠–⁠20:00: дети будут в разных местах. Мария: «Физика», 18:00⁠–⁠19:30, Митино',
    )
    expect(textOf(second as HTMLElement)).toBe(
      'вт 18:30⁠–⁠20:00: до другого занятия, «Физика» (18:00⁠–⁠19:30), на дорогу остаётся 20 минут',
    )
  })
})

describe('The filter by time', () => {
  test('is in the URL of both steps that list groups, and is cleared when no group suits', async () => {
    const { here } = await open(steps.territory)
    await press('чт')
    await waitFor(() => expect(decodeURIComponent(here())).toContain('filter[day][]=4'))
    const times = (await screen.findAllByRole('listitem')).map(textOf).filter((text) => text.includes('⁠–⁠'))
    expect(times).toEqual([expect.stringMatching(/^Сокол.*чт 16:00⁠–⁠17:30Мест нет$/), 'чт 16:00⁠–⁠17:30Мест нет'])
    await press(/^Сокол/)
    await heading('В какую группу перейти?')
    expect(decodeURIComponent(here())).toContain('filter[day][]=4')
    expect(screen.queryByRole('heading', { level: 3, name: 'М-7-Б' })).toBeNull()
    await press('после 17:00')
    await press('Показать все группы')
    await screen.findByRole('heading', { level: 3, name: 'М-7-Б' })
    expect(here()).toBe(`/change-schedule${steps.groups}`)
  })
})

describe('A pending transfer', () => {
  const underWay = {
    [calls.groups]: { body: [studyGroup({ canChange: false, reason: 'move-under-way' })] },
    [calls.transfers]: { body: [groupTransfer()] },
  }

  test('that has taken effect meanwhile stays, and the dialog shows the reason', async () => {
    await open('', { ...underWay, [calls.withdraw]: { problem: 'state-conflict', status: 409 } })
    await press('Отозвать')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Отозвать' }))
    await dialog.findByText('Смену отозвать не получилось')
  })
})
