import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { ImportDetails } from '#contract/integration/imports.ts'
import { peopleSample } from '#src/routes/-admin/imports/people-sample.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const id = 'a0000000-0000-4000-8000-000000000001'
const address = `/adm-panel/?tab=imports&item=${id}`
const counts = { read: 2, created: 1, changed: 0, unchanged: 1, deleted: 0, faulty: 0 }
const checked: ImportDetails = {
  id,
  fileName: 'школа.zip',
  startedBy: null,
  isCommand: false,
  createdAt: '2026-11-20T09:00:00.000Z',
  state: 'checked',
  finishedAt: null,
  total: counts,
  faults: 0,
  files: [],
  findings: [],
  progress: 0,
  progressFile: null,
  skipFaulty: false,
  allowDeletes: false,
  asksForDeletes: false,
  isOutdated: false,
}

test('a decision about an import keeps the focus at it, and its outcome is announced', async () => {
  let run = checked
  const apply = `POST /api/v1/admin/import/${id}/apply`
  const { here, app } = await visit(address, {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/import/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/import/${id}`]: () => ({ body: run }),
    [apply]: () => {
      run = { ...checked, state: 'applying' }
      return { body: null, status: 204 }
    },
  })
  const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
  await screen.findByRole('button', { name: 'Загрузить' })
  const status = screen.getByText('Ошибок нет').closest('[role=status]') as HTMLElement
  await press('Загрузить')
  await screen.findByRole('progressbar')
  expect(document.activeElement).toBe(status.parentElement)
  expect(textOf(status)).toMatch(/^Страницу можно закрыть/)
  run = { ...checked, state: 'applied' }
  await app.queryClient.invalidateQueries()
  await waitFor(() => expect(textOf(status)).toBe('Данные загруженыСоздано 1, изменено 0, удалено 0.'))
  await press('Загрузить другой файл')
  await screen.findByRole('button', { name: 'Выбрать файл' })
  expect(here()).toBe('/adm-panel/?tab=imports')
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('a sample of a list of people stands beside the choice of a file', async () => {
  await visit('/adm-panel/?tab=imports', {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/import/list': { body: { items: [], total: 0, page: 1, pageSize: 50 } },
  })
  const choose = await screen.findByRole('button', { name: 'Выбрать файл' })
  const sample = screen.getByRole<HTMLAnchorElement>('link', { name: 'Скачать образец списка людей' })
  expect(sample.parentElement).toBe(choose.parentElement)
  expect(sample.download).toBe('people.csv')
  const [kind, text] = sample.href.split(',')
  expect([kind, decodeURIComponent(text ?? '')]).toEqual(['data:text/csv;charset=utf-8', peopleSample])
})

test.each([
  ['without faults', 0, 'Без изменений', 'Ничего не изменилосьДанные школы уже были такими, как в файле.'],
  [
    'of files with faults',
    2,
    'Ничего не загружено',
    'Ничего не загруженоПомешали ошибки в файлах, данные школы прежние. Исправьте файлы и отправьте снова.',
  ],
])('an import %s that changed nothing says so, in the history too', async (_, faults, label, outcome) => {
  const total = { ...counts, created: 0, unchanged: 2 - faults, faulty: faults }
  const run: ImportDetails = { ...checked, state: 'applied', faults, total }
  const { here } = await visit('/adm-panel/?tab=imports', {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/import/list': { body: { items: [run], total: 1, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/import/${id}`]: { body: run },
  })
  const row = await screen.findByRole('row', { name: /школа\.zip/ })
  await userEvent.click(within(row).getByRole('link', { name: 'школа.zip' }))
  await waitFor(() => expect(here()).toBe(address))
  expect(textOf(row)).toContain(label)
  expect(textOf(row)).not.toContain('Загружено')
  await waitFor(() => expect(screen.getAllByRole('status').map(textOf)).toContain(outcome))
})

test('rows that the last import could not load come first and lead to their faults', async () => {
  const total = { ...counts, read: 4, created: 2, unchanged: 0, faulty: 2 }
  const run: ImportDetails = { ...checked, state: 'applied', faults: 2, total }
  const { here } = await visit('/adm-panel/?tab=imports', {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/import/list': { body: { items: [run], total: 1, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/import/${id}`]: { body: run },
  })
  const title = await screen.findByText(/^2 строки с ошибками/)
  expect(textOf(title)).toBe('2 строки с ошибками: школа.zip')
  const upload = screen.getByRole('heading', { name: 'Загрузить данные школы' })
  expect(title.compareDocumentPosition(upload) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  expect(textOf(await screen.findByRole('row', { name: /школа\.zip/ }))).toContain('Загружено не всё')
  await userEvent.click(screen.getByRole('button', { name: 'Посмотреть ошибки' }))
  await waitFor(() => expect(here()).toBe(address))
})

test.each([
  ['stands above the upload behind a later one that has failed', 'failed', 'Проверено и ждёт решения: школа.zip'],
  ['gives way to a later one that was applied', 'applied', '2 строки с ошибками'],
] as const)('an import that waits for a decision %s', async (_, state, words) => {
  const waiting: ImportDetails = { ...checked, finishedAt: '2026-11-20T09:01:00.000Z' }
  const later: ImportDetails = {
    ...checked,
    id: 'a0000000-0000-4000-8000-000000000002',
    fileName: 'платежи.txt',
    createdAt: '2026-11-20T10:00:00.000Z',
    state,
    finishedAt: '2026-11-20T10:01:00.000Z',
    total: { ...counts, faulty: 2 },
  }
  await visit('/adm-panel/?tab=imports', {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/import/list': { body: { items: [later, waiting], total: 2, page: 1, pageSize: 50 } },
  })
  const upload = await screen.findByRole('heading', { name: 'Загрузить данные школы' })
  const notice = await screen.findByRole('note')
  expect(textOf(notice)).toContain(words)
  expect(notice.compareDocumentPosition(upload) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
})

test.each([
  ['applying', 'Сейчас идёт загрузка: школа.zip', 'Посмотреть'],
  ['checked', 'Проверено и ждёт решения: школа.zip', 'Посмотреть и решить'],
  ['failed', 'Загрузка не удалась: школа.zip', 'Посмотреть причину'],
] as const)('an import that is %s stands above the upload and leads to its report', async (state, words, open) => {
  const run: ImportDetails = { ...checked, state }
  const { here } = await visit('/adm-panel/?tab=imports', {
    'GET /api/v1/profile': { body: person(['administrator']) },
    'GET /api/v1/admin/import/list': { body: { items: [run], total: 1, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/import/${id}`]: { body: run },
  })
  const button = await screen.findByRole('button', { name: open })
  expect(textOf(button.closest('[role=note]') as HTMLElement)).toContain(words)
  const upload = screen.getByRole('heading', { name: 'Загрузить данные школы' })
  expect(button.compareDocumentPosition(upload) & Node.DOCUMENT_POSITION_FOLLOWING).toBeTruthy()
  await userEvent.click(button)
  await waitFor(() => expect(here()).toBe(address))
})
