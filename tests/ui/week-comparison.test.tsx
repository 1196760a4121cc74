import { render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test } from 'vitest'
import { assignLanes, type ComparisonItem, WeekComparison } from '#src/ui/calendar/week-comparison.tsx'
import { textOf } from '#tests/support/browser/text.ts'

const item = (key: string, from: number, to: number, own: Partial<ComparisonItem> = {}): ComparisonItem => ({
  key,
  tone: 'accent',
  icon: 'schedule-full-time',
  day: '2026-11-24',
  hours: { from: from * 60, to: to * 60 },
  starts: `${from}:00`,
  ends: `${to}:00`,
  title: key,
  kindLabel: 'очно',
  side: 'stays',
  conflict: false,
  ...own,
})
const lanesOf = (...items: ComparisonItem[]) =>
  assignLanes(items).map(({ item: { key }, lane, lanes }) => `${key} ${lane + 1}/${lanes}`)

test('overlapping items are side by side, adjacent ones are not', () => {
  expect(lanesOf(item('a', 10, 12), item('b', 11, 13), item('c', 12, 14), item('d', 15, 16))).toEqual([
    'a 1/2',
    'b 2/2',
    'c 1/2',
    'd 1/1',
  ])
  expect(lanesOf(item('a', 10, 11), item('b', 11, 12))).toEqual(['a 1/1', 'b 1/1'])
})

function drawWeek(items: readonly ComparisonItem[]): void {
  render(
    <WeekComparison
      label="Неделя"
      days={[{ day: '2026-11-24', number: '24', weekday: 'вт', name: 'вторник, 24 ноября' }]}
      items={items}
      listLabel="Та же неделя списком"
      changeLabels={{ comes: 'добавится', leaves: 'уйдёт', stays: 'останется' }}
      formatHour={(hour) => `${hour}:00`}
    />,
  )
}

test('the list under the grid has the full texts of small boxes', async () => {
  drawWeek([item('Химия', 10, 11, { personInitials: 'А', note: 'Артём, Мытищи' })])
  const details = screen.getByText('Та же неделя списком').closest('details') as HTMLDetailsElement
  expect(details.open).toBe(false)
  await userEvent.click(screen.getByText('Та же неделя списком'))
  expect(details.open).toBe(true)
  expect(within(details).getAllByRole('listitem').map(textOf)).toEqual(['10:00–11:00останетсяХимия Артём, Мытищи'])
})

test('screen readers have the change, person and place of each item', () => {
  drawWeek([
    item('Химия', 10, 11, { side: 'comes', personInitials: 'А', note: 'Артём, Мытищи' }),
    item('Физика', 9, 10, { side: 'leaves' }),
    item('Хор', 12, 13),
  ])
  const [day] = within(screen.getByRole('region', { name: 'Неделя' })).getAllByRole('list', {
    name: 'вторник, 24 ноября',
  })
  expect(
    within(day as HTMLElement)
      .getAllByRole('listitem')
      .map(textOf),
  ).toEqual([
    expect.stringMatching(/9:00.*Физика.*уйдёт$/),
    expect.stringMatching(/10:00.*Химия.*Артём, Мытищи.*добавится$/),
    expect.stringMatching(/12:00.*Хор.*останется$/),
  ])
})
