import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import type { WorkQueueItem } from '#contract/people/school-work.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const id = (number: number) => `a0000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const administrator = person(['administrator'])

const waiting = (number: number, customer: string): WorkQueueItem => ({
  ...{ id: id(number), since: '2026-11-19T09:00:00.000Z', amount: 100, note: null, count: null, paymentKind: null },
  ...{ student: { id: id(number + 100), name: 'Соколов Артём' }, contact: { id: customer, name: 'Соколова Ольга' } },
  ...{ contract: { uuid: id(number), number: `26-ФИЗ-${number}` }, awaits: 'school', owner: null, dueOn: null },
})

test('the school signs over its queue, and offers no person a contract of their own', async () => {
  const items = [waiting(1, id(9)), waiting(2, administrator.id)]
  const { here } = await visit('/adm-panel/?tab=queues&queue=paid-unsigned', {
    'GET /api/v1/profile': { body: administrator },
    'GET /api/v1/admin/work-queue/paid-unsigned/list': { body: { items, total: 2, page: 1, pageSize: 50 } },
    [`GET /api/v1/admin/contract/${id(1)}/signing`]: { status: 404, body: null },
  })
  const own = within(await screen.findByRole('row', { name: /26-ФИЗ-2/ }))
  expect(own.queryByRole('link', { name: 'Подписать за школу' })).toBeNull()
  await userEvent.click(screen.getByRole('link', { name: 'Подписать за школу' }))
  await screen.findByRole('dialog', { name: 'Договор' })
  expect(here()).toContain('queue=paid-unsigned')
  expect(screen.getByText('26-ФИЗ-2')).toBeTruthy()
})
