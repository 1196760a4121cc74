import { expect, test } from 'vitest'
import { agendaMonthsOf } from '#src/domain/periods.ts'

test.each([
  ['2026-11-24', { first: '2026-11-01', last: '2026-11-01' }],
  ['2026-11-25', { first: '2026-11-01', last: '2026-12-01' }],
  ['2026-12-31', { first: '2026-12-01', last: '2027-01-01' }],
])('the agenda of %s shows the months of its next seven days', (day, months) => {
  expect(agendaMonthsOf(day)).toEqual(months)
})
