import { describe, expect, test } from 'vitest'
import { duePayments } from '#src/domain/billing/payments.ts'
import { eventItems, paymentItems } from '#src/domain/calendar-layers.ts'
import { childTagsOf } from '#src/domain/child-tags.ts'
import { parseLayerTarget } from '#src/domain/item-kind.ts'
import { createDates } from '#src/i18n/dates.ts'
import { contract, payment } from '#tests/support/samples/contract-samples.ts'
import { event } from '#tests/support/samples/event-samples.ts'

const dates = createDates('ru', 'Europe/Moscow')
const labels = { due: 'платёж', overdue: 'платёж просрочен', charged: 'спишется с карты' }

describe('Payments over the schedule', () => {
  test('are the expected ones on their due days, overdue ones labelled', () => {
    const own = contract({
      payments: [
        payment({ uuid: 'p1', title: 'Первый', dueOn: '2026-11-05', amount: 7_333_00 }),
        payment({ uuid: 'p2', title: 'Второй', dueOn: '2026-12-05', amount: 7_333_00, paid: 3_33_00 }),
        payment({ uuid: 'p3', dueOn: '2026-12-06', status: 'Closed', paid: 10_000_00 }),
      ],
    })
    const tags = childTagsOf([{ ...own.student }, { uuid: 'other', firstName: 'Другой', lastName: 'Другой' }])
    const { items, bands } = paymentItems(duePayments([own], '2026-11-20'), { tags, locale: 'en', labels })
    expect(bands).toEqual([])
    expect(items.map(({ note }) => note)).toEqual([own.program.title, own.program.title])
    expect(
      items.map(({ key, day, hours, title, kindLabel, warning, overdue, person }) => [
        key,
        day,
        hours,
        title,
        kindLabel,
        warning,
        overdue,
        person,
      ]),
    ).toEqual([
      [
        `payments ${own.uuid} p1`,
        '2026-11-05',
        null,
        '7,333\u00a0₽',
        'платёж просрочен',
        'платёж просрочен',
        true,
        own.student.firstName,
      ],
      [
        `payments ${own.uuid} p2`,
        '2026-12-05',
        null,
        '7,000\u00a0₽',
        'платёж',
        undefined,
        undefined,
        own.student.firstName,
      ],
    ])
    expect(parseLayerTarget(items[0]?.key ?? '')).toEqual({ layer: 'payments', id: own.uuid, paymentUuid: 'p1' })
  })
})

describe('Events over the schedule', () => {
  const drawn = (startsAt: string, endsAt: string) =>
    eventItems([event({ uuid: 'e1', title: 'Турнир', startsAt, endsAt, place: 'Актовый зал' })], {
      dates,
      kindLabel: 'мероприятие',
    })

  test('of one day are shown at their time', () => {
    expect(drawn('2026-11-20T09:00:00Z', '2026-11-20T11:30:00Z').items).toMatchObject([
      {
        key: 'events e1',
        day: '2026-11-20',
        hours: { from: 720, to: 870 },
        starts: '12:00',
        ends: '14:30',
        note: 'Актовый зал',
      },
    ])
    expect(parseLayerTarget('events e1')).toEqual({ layer: 'events', id: 'e1' })
  })

  test('that end at midnight end with their day; longer ones are a band', () => {
    expect(drawn('2026-11-20T09:00:00Z', '2026-11-20T21:00:00Z').items[0]?.hours).toEqual({ from: 720, to: 1440 })
    expect(drawn('2026-12-31T09:00:00Z', '2027-01-02T09:00:00Z')).toMatchObject({
      items: [],
      bands: [{ key: 'events e1', from: '2026-12-31', to: '2027-01-02', marked: true }],
    })
  })

  test('does not confuse an entry with a layer item', () => {
    expect(parseLayerTarget('11111111-1111-4111-8111-111111111111')).toBeNull()
  })
})
