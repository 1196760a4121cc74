import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import type { Contract } from '#contract/enrolment/contracts.ts'
import type { DataRequestOfPerson, DeletionPreview } from '#contract/people/data-requests.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import {
  dataRequestList,
  deletionPreview,
  deletionRequest,
  deletionSamples,
} from '#tests/support/samples/deletion-samples.ts'

const { requestId, childId } = deletionSamples
const list = 'GET /api/v1/profile/data-request/list'
const correct = 'POST /api/v1/profile/data-request/correction'

async function openSection(replies = {}, rest = {}) {
  vi.stubGlobal('scrollTo', () => undefined)
  const visited = await visit('/profile?section=data', {
    'GET /api/v1/profile': { body: person(['parent'], rest) },
    [list]: { body: dataRequestList() },
    ...replies,
  })
  await screen.findByRole('button', { name: 'Попросить исправить' })
  return visited
}

test('a correction is asked for a child, and is in the list with its deadline', async () => {
  const wrong = 'Фамилия Белав'
  const made = deletionRequest({
    kind: 'correction',
    wrong,
    right: 'Фамилия Белов',
    subject: { id: childId, name: 'Белов Артём', isOwn: false },
  })
  const { callsOf, server } = await openSection({ [correct]: { body: made } })
  await userEvent.click(screen.getByRole('button', { name: 'Попросить исправить' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Исправить данные' }))
  await userEvent.click(dialog.getByRole('button', { name: 'Отправить' }))
  expect(dialog.getByText('Напишите, что неверно.')).toBeTruthy()
  await userEvent.selectOptions(dialog.getByLabelText('О ком'), childId)
  await userEvent.type(dialog.getByLabelText('Что неверно'), wrong)
  await userEvent.type(dialog.getByLabelText('Как правильно'), 'Фамилия Белов')
  server[list] = { body: dataRequestList([made]) }
  await userEvent.click(dialog.getByRole('button', { name: 'Отправить' }))
  await screen.findByText(/Ждёт ответа школы, не позже 28 октября 2026/)
  expect(callsOf(correct).map(({ body }) => JSON.parse(body ?? ''))).toEqual([
    { subjectId: childId, wrong, right: 'Фамилия Белов' },
  ])
})

test('the choice of a deletion begins at its title, and is cancelled', async () => {
  await openSection()
  const opener = screen.getByRole('button', { name: 'Попросить удалить' })
  await userEvent.click(opener)
  const dialog = await screen.findByRole('dialog')
  expect(document.activeElement).toBe(within(dialog).getByRole('heading', { name: 'Удаление персональных данных' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Отменить' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(document.activeElement).toBe(opener)
})

test('an accepted deletion says when it happens, and is withdrawn', async () => {
  const accepted = deletionRequest({
    state: 'accepted',
    answer: 'Договоров нет',
    eraseAfter: '2026-11-21T09:00:00.000Z',
  })
  const withdraw = `POST /api/v1/profile/data-request/${requestId}/withdraw`
  const { callsOf } = await openSection({
    [list]: { body: dataRequestList([accepted]) },
    [withdraw]: { status: 204, body: null },
  })
  expect(textOf(screen.getByText(/Школа согласилась:/))).toContain('данные удалятся после 21 ноября 2026')
  await userEvent.click(screen.getByRole('button', { name: 'Отозвать: Удалить данные' }))
  await vi.waitFor(() => expect(callsOf(withdraw)).toHaveLength(1))
})

test('what must end first is named by course, child and day, and leads to its contract', async () => {
  const [course, debt] = [
    contract({ concludedOn: '2026-09-01' }),
    contract({
      program: { title: 'Физика', schoolYear: '2025/26' },
      payments: [payment({ dueOn: '2026-04-05' }), payment({ dueOn: '2026-03-05' })],
    }),
  ]
  const of = ({ uuid, number }: Contract) => ({ uuid, number })
  const unseen = { uuid: childId, number: '26-М-9' }
  await openSection({
    'GET /api/v1/profile/contract/list': { body: [course, debt] },
    'GET /api/v1/profile/data-request/deletion-preview': {
      body: deletionPreview({
        obstacles: [
          { kind: 'contract', contract: of(course), amount: null },
          { kind: 'debt', contract: of(debt), amount: 20_000_00 },
          { kind: 'money', contract: unseen, amount: null },
        ],
      }),
    },
  })
  await userEvent.click(screen.getByRole('button', { name: 'Попросить удалить' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Мои данные' }))
  const note = within(
    (await screen.findByText(/^Пока удалить нельзя/)).closest<HTMLElement>('[role=note]') as HTMLElement,
  )
  await note.findByRole('link', { name: 'Математика' })
  expect(note.getAllByRole('listitem').map(textOf)).toEqual([
    `Математика · АртёмДействует договор № ${course.number} · заключён 1 сентября 2026 г.`,
    `Физика · АртёмНе оплачен долг по договору № ${debt.number} – 20 000 ₽ · срок 5 марта 2026 г.`,
    'Не завершён платёж или возврат по договору № 26-М-9',
  ])
  expect(note.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `/contracts-and-payments/${course.uuid}`,
    `/contracts-and-payments/${debt.uuid}`,
  ])
})

test('an administrator who acts as the person asks for nothing', async () => {
  await openSection(
    { [list]: { body: dataRequestList([deletionRequest()]) } },
    {
      isLoggedAs: true,
      impersonation: { by: 'Администратор Пётр', until: new Date(Date.now() + 600_000).toISOString() },
    },
  )
  for (const name of ['Попросить исправить', 'Попросить удалить', 'Отозвать: Удалить данные'])
    expect(screen.getByRole<HTMLButtonElement>('button', { name }).disabled).toBe(true)
})

async function openRequest(preview: DeletionPreview) {
  const request: DataRequestOfPerson = {
    ...deletionRequest(),
    requestedBy: { id: childId, name: 'Белова Анна' },
    takenBy: null,
    preview,
  }
  const visited = await visit(`/adm-panel/?tab=queues&queue=data-requests&dialog=data-request&item=${requestId}`, {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/work-queue/data-requests/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/data-request/${requestId}`]: { body: request },
    [`POST /api/v1/admin/data-request/${requestId}/answer`]: { status: 204, body: null },
  })
  return { ...visited, dialog: within(await screen.findByRole('dialog', { name: 'Запрос на удаление данных' })) }
}

test('the school refuses with an answer, and cannot accept while a contract is in force', async () => {
  const contract = { uuid: childId, number: '26-ФИЗ-1' }
  const { dialog, callsOf } = await openRequest(
    deletionPreview({ obstacles: [{ kind: 'contract', contract, amount: null }] }),
  )
  expect((await dialog.findByText(/Действует договор/)).textContent).toContain('26-ФИЗ-1')
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Удалить через сутки/ }).disabled).toBe(true)
  await userEvent.click(dialog.getByRole('radio', { name: 'Отказать' }))
  await userEvent.type(dialog.getByLabelText('Ответ человеку'), 'Сначала закончите договор')
  await userEvent.click(dialog.getByRole('button', { name: 'Отказать' }))
  await vi.waitFor(() =>
    expect(
      callsOf(`POST /api/v1/admin/data-request/${requestId}/answer`).map(({ body }) => JSON.parse(body ?? '')),
    ).toEqual([{ decision: 'refuse', answer: 'Сначала закончите договор' }]),
  )
})
