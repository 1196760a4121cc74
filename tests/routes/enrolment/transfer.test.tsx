import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { child, person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { transferTexts as texts } from '#tests/support/pages/transfer-page.ts'
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
  transfers: 'GET /api/v1/schedule/group/transfer/list',
  withdraw: `DELETE /api/v1/schedule/group/transfer/${ids.transfer}`,
  waitingLists: 'GET /api/v1/schedule/group/waiting-list/list',
  join: 'POST /api/v1/schedule/group/waiting-list/join',
  leave: `DELETE /api/v1/schedule/group/waiting-list/${ids.place}`,
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
    [calls.waitingLists]: { body: [groupWaitingListSample()] },
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

describe('A step opened by its URL', () => {
  test('refetches stale groups once although the step that showed them unmounts', async () => {
    const { app, callsOf, history } = await open()
    await screen.findByRole('button', { name: texts.change(studyGroup()) })
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    await app.queryClient.invalidateQueries({ refetchType: 'none' })
    history.push(`/change-schedule${steps.groups}`)
    await heading(texts.headings.choosingNewGroup)
    await waitFor(() => expect(app.queryClient.isFetching()).toBe(0))
    expect(callsOf(calls.groups)).toHaveLength(2)
  })
})

describe('A transfer that the rules forbid', () => {
  test.each([
    ['frozen', 'Договор приостановлен. Группу можно будет сменить, когда обучение возобновится.'],
    ['terminating', 'Договор расторгается, поэтому сменить группу уже нельзя.'],
    ['not-paid', 'Договор не оплачен в срок и больше не действует: группу по нему не сменить.'],
    ['transferred-this-month', 'В этом месяце группу уже меняли. Следующий раз можно будет с первого числа.'],
    ['transfer-under-way', 'Смена группы уже запрошена. Чтобы выбрать другую, сначала отзовите её.'],
    ['not-begun', 'Договор ещё оформляется. Группу можно будет сменить, когда он вступит в силу.'],
    ['no-other-group', 'Других групп этого курса сейчас нет.'],
  ] as const)('shows the reason (%s) and cannot be started', async (reason, text) => {
    await open('', { [calls.groups]: { body: [studyGroup({ canChange: false, reason })] } })
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: /^Сменить группу/ })).toBeNull()
  })
})

test('A second attempt hides the refusal of the first one while it is pending', async () => {
  const { server } = await open(steps.confirm, { [calls.change]: 'offline' })
  await press(texts.confirm)
  expect((await alert()).textContent).toContain('Нет связи с сервером')
  server[calls.change] = () => new Promise<Reply>(() => undefined)
  await press(texts.confirm)
  await waitFor(() => expect(within(screen.getByRole('main')).queryByRole('alert')).toBeNull())
})

test('The result names the day of the first lesson, not the first day of its week', async () => {
  await open(steps.done, { [calls.transfers]: { body: [groupTransfer({ effectiveFrom: '2026-11-23' })] } })
  await screen.findByText('Первое занятие в группе «М-7-Б»: вторник, 24 ноября')
})

test('A toast reports the transfer after leaving the page', async () => {
  const { promise, resolve } = Promise.withResolvers<Reply>()
  const { history, server, callsOf } = await open(steps.confirm, { [calls.change]: () => promise })
  await press(texts.confirm)
  await waitFor(() => expect(callsOf(calls.change)).toHaveLength(1))
  server[calls.transfers] = { body: [groupTransfer()] }
  history.push('/events')
  await screen.findByRole('heading', { level: 1, name: 'Мероприятия' })
  resolve({ body: { contractUuid: ids.contract, groupUuid: ids.evening, effectiveFrom: '2026-11-24' } })
  await screen.findByText(texts.headings.done)
})

describe('A URL', () => {
  const unknown = '00000000-0000-4000-8000-000000000999'
  test.each([
    ['a contract of another user', `?contract=${unknown}`, ''],
    ['a contract that cannot be transferred', `?contract=${ids.otherContract}`, ''],
    ['a territory without groups', `?contract=${ids.contract}&territory=${unknown}`, steps.territory],
    ['a transfer that does not exist', steps.done, ''],
  ])('of %s redirects to the first possible step, with a message', async (_, search, target) => {
    const { here } = await open(search)
    await alert()
    expect(here()).toBe(`/change-schedule${target}`)
  })

  test('that cannot be validated stays, and the step shows the failure', async () => {
    const { here } = await open(steps.groups, { [calls.groups]: 'offline', [calls.toChange]: 'offline' })
    await screen.findByText('Не удалось загрузить', {}, { timeout: 4000 })
    expect(here()).toBe(`/change-schedule${steps.groups}`)
  })
})

test('The page uses the student’s calls for a student (D-8)', async () => {
  const { callsOf } = await open('', {
    'GET /api/v1/profile': { body: person(['student']) },
    'GET /api/v1/student/schedule/groups/list': { body: [studyGroup()] },
  })
  await screen.findByRole('button', { name: texts.change(studyGroup()) })
  expect([callsOf(calls.groups), callsOf('GET /api/v1/profile/children')]).toEqual([[], []])
})

test('The week warns about siblings in distant places and too little travel time, on the only day of it', async () => {
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

describe('The filter by time', () => {
  test('is in the URL of both steps that list groups, and is cleared when no group suits', async () => {
    const { here } = await open(steps.territory)
    await press('чт')
    await waitFor(() => expect(decodeURIComponent(here())).toContain('filter[day][]=4'))
    const times = (await screen.findAllByRole('listitem')).map(textOf).filter((text) => text.includes('⁠–⁠'))
    expect(times).toEqual([expect.stringMatching(/^Сокол.*чт 16:00⁠–⁠17:30Мест нет$/), 'чт 16:00⁠–⁠17:30Мест нет'])
    await press(/^Сокол/)
    await heading(texts.headings.choosingNewGroup)
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
    [calls.groups]: { body: [studyGroup({ canChange: false, reason: 'transfer-under-way' })] },
    [calls.transfers]: { body: [groupTransfer()] },
  }

  test('that has taken effect meanwhile stays, and the dialog shows the reason', async () => {
    await open('', { ...underWay, [calls.withdraw]: { problem: 'state-conflict', status: 409 } })
    await press(texts.withdraw)
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: texts.withdraw }))
    await dialog.findByText('Смену отозвать не получилось')
  })
})
