import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Absence } from '#contract/people/absences.ts'
import { fixedClock } from '#src/app/clock.ts'
import { child, person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { scheduleItem } from '#tests/support/samples/schedule-samples.ts'

const create = 'POST /api/v1/schedule/absence/create'
const list = 'GET /api/v1/schedule/absence/list'
const schedule = 'GET /api/v1/parent/children/schedule/list'

/** Friday 20 November 2026, 10:00 in Moscow. */
const lesson = scheduleItem()
const absence: Absence = {
  uuid: '99999999-9999-4999-8999-999999999999',
  studentUuid: 'artem',
  reason: 'illness',
  comment: 'Температура',
  lessonUuid: lesson.uuid,
  startsOn: '2026-11-20',
  endsOn: '2026-11-20',
  canWithdraw: true,
}

const openLesson = (replies: Parameters<typeof visit>[1] = {}, { now = '2026-11-20T06:00:00Z', dialog = '' } = {}) =>
  visit(
    `/schedule?date=2026-11-20&item=${lesson.uuid}${dialog}`,
    {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/profile/children': { body: [child('artem', 'Артём'), child('vera', 'Вера')] },
      [schedule]: { body: [lesson, scheduleItem({ studentUuid: 'vera' })] },
      [list]: { body: { absences: [], students: ['artem', 'vera'] } },
      ...replies,
    },
    { clock: fixedClock(Date.parse(now)) },
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const openForm = async () => {
  await press('Сообщить об отсутствии')
  return screen.findByRole('dialog', { name: 'Сообщить об отсутствии' })
}
const choose = (label: string, option: string) => userEvent.selectOptions(screen.getByLabelText(label), option)
const bodiesOf = (requests: { body: string | null }[]) => requests.map(({ body }) => JSON.parse(body ?? '{}'))
const keysOf = (requests: { headers: Headers }[]) => requests.map(({ headers }) => headers.get('idempotency-key'))

describe('The report of an absence', () => {
  test('names the student, the period and the reason, and is sent once by a double click', async () => {
    const { callsOf } = await openLesson({ [create]: { status: 201, body: { uuid: absence.uuid } } })
    await openForm()
    await press('Сообщить')
    expect(screen.getByText('Выберите причину.')).toBeDefined()
    await choose('Кто не придёт', 'Вера')
    // An option is found by its HTML.
    await choose('На какое время', 'Весь день, 20&nbsp;ноября')
    await choose('Причина', 'Болезнь')
    const submit = screen.getByRole('button', { name: 'Сообщить' })
    // The second press comes before the button is rendered as busy.
    fireEvent.click(submit)
    fireEvent.click(submit)
    await screen.findByText('Школа предупреждена')
    expect(bodiesOf(callsOf(create))).toEqual([
      { studentUuid: 'vera', reason: 'illness', startsOn: '2026-11-20', endsOn: '2026-11-20' },
    ])
    // Back at the lesson, with a new list.
    expect(await screen.findByRole('dialog', { name: 'Математика' })).toBeDefined()
    expect(callsOf(list)).toHaveLength(2)
  })

  test('keeps what was typed when the connection is lost, and repeats it under the same key', async () => {
    let isOnline = false
    const { callsOf } = await openLesson({
      [create]: () => (isOnline ? { status: 201, body: { uuid: absence.uuid } } : 'offline'),
    })
    const dialog = await openForm()
    await choose('На какое время', 'Несколько дней')
    await userEvent.clear(screen.getByLabelText('По какой день'))
    await choose('Причина', 'Другая причина')
    await press('Сообщить')
    expect(screen.getByText('Укажите день.')).toBeDefined()
    expect(screen.getByText('Напишите, почему.')).toBeDefined()
    await userEvent.type(screen.getByLabelText('По какой день'), '2026-11-22')
    await userEvent.type(screen.getByLabelText(/^Комментарий/), 'Соревнования')
    await press('Сообщить')
    expect(textOf(await within(dialog).findByRole('alert'))).toContain('Сообщить не получилось')
    expect(screen.getByLabelText<HTMLTextAreaElement>(/^Комментарий/).value).toBe('Соревнования')
    isOnline = true
    await press('Сообщить')
    await screen.findByText('Школа предупреждена')
    const sent = {
      studentUuid: 'artem',
      reason: 'other',
      comment: 'Соревнования',
      startsOn: '2026-11-20',
      endsOn: '2026-11-22',
    }
    expect(bodiesOf(callsOf(create)).at(-1)).toEqual(sent)
    expect(new Set(keysOf(callsOf(create))).size).toBe(1)
  })

  test('says that the time is reported already, and takes a new key for another try', async () => {
    const { callsOf } = await openLesson({ [create]: { problem: 'state-conflict', status: 409 } })
    const dialog = await openForm()
    await choose('Причина', 'Болезнь')
    await press('Сообщить')
    expect(textOf(await within(dialog).findByRole('alert'))).toContain('Об этом времени уже сообщили')
    await press('Сообщить')
    await waitFor(() => expect(callsOf(create)).toHaveLength(2))
    expect(new Set(keysOf(callsOf(create))).size).toBe(2)
  })

  test.each([
    ['has begun', { now: '2026-11-20T07:00:00Z' }, {}],
    ['is cancelled', {}, { [schedule]: { body: [{ ...lesson, state: 'cancelled' }] } }],
    ['may not be reported by the user', {}, { [list]: { body: { absences: [], students: [] } } }],
  ])('is not offered for a lesson that %s', async (_, when, replies) => {
    await openLesson(replies, { ...when, dialog: '&dialog=absence' })
    await screen.findByText(/Об этом занятии сообщить нельзя/)
    await press('Вернуться к занятию')
    await screen.findByRole('dialog', { name: 'Математика' })
    expect(screen.queryByRole('button', { name: 'Сообщить об отсутствии' })).toBeNull()
  })
})

describe('A reported absence', () => {
  test('is shown in the calendar and in the lesson, and is withdrawn once by two presses', async () => {
    // With a visible anchor the details are a popover, which does not hold the focus as a dialog does.
    vi.spyOn(HTMLElement.prototype, 'getClientRects').mockReturnValue([new DOMRect()] as unknown as DOMRectList)
    let listed: Absence[] = [absence]
    const { callsOf } = await openLesson({
      [list]: () => ({ body: { absences: listed, students: ['artem', 'vera'] } }),
      [`DELETE /api/v1/schedule/absence/${absence.uuid}`]: () => {
        listed = []
        return { status: 204, body: null }
      },
    })
    const details = await screen.findByRole('dialog', { name: 'Математика' })
    expect(textOf(details)).toMatch(/Отсутствие.*Артём.*Болезнь.*Температура/)
    expect(document.querySelector(`[data-item="${lesson.uuid}"]`)?.textContent).toContain('Не придёт: Артём')
    const button = await screen.findByRole('button', { name: 'Отозвать' })
    // The second press comes before the button is rendered as busy.
    fireEvent.click(button)
    fireEvent.click(button)
    await screen.findByText('Сообщение об отсутствии отозвано')
    await waitFor(() => expect(textOf(details)).not.toContain('Болезнь'))
    expect(document.activeElement).toBe(details)
    expect(callsOf(`DELETE /api/v1/schedule/absence/${absence.uuid}`)).toHaveLength(1)
  })

  test('is shown without a button when the lesson has begun or another person decides', async () => {
    await openLesson({ [list]: { body: { absences: [{ ...absence, canWithdraw: false }], students: [] } } })
    expect(textOf(await screen.findByRole('dialog', { name: 'Математика' }))).toContain('Болезнь')
    expect(screen.queryByRole('button', { name: 'Отозвать' })).toBeNull()
  })
})
