import type { Ticket } from '#contract/people/tickets.ts'

/** A ticket in the list of its author. */
export function ticketSample(own: Partial<Ticket> = {}): Ticket {
  return {
    uuid: '5f0c3a52-6f43-4f0e-9d3f-0a1f4a6f1c01',
    number: 'Р-2026-000007',
    topic: 'studies',
    subject: 'Где занятие?',
    student: null,
    author: null,
    recipient: null,
    state: 'answered',
    createdAt: '2026-11-12T14:50:00.000Z',
    answeredAt: '2026-11-13T09:00:00.000Z',
    dueAt: null,
    isUnread: true,
    lastMessage: { isOwn: false, at: '2026-11-13T09:00:00.000Z', preview: 'В кабинете 204.' },
    ...own,
  }
}
