import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { describe, expect, test } from 'vitest'
import { Tabs } from '#src/ui/data/tabs.tsx'
import { Checkbox, RadioGroup } from '#src/ui/forms/checkbox-and-radio.tsx'
import { FilterChip, FilterChips } from '#src/ui/forms/filter-chips.tsx'

type View = 'month' | 'week'

function ChosenTab() {
  const [tab, setTab] = useState<View>('month')
  const tabs = [
    { key: 'month', label: 'Месяц', count: 4 },
    { key: 'week', label: 'Неделя' },
  ] as const
  return (
    <Tabs label="Вид" tabs={tabs} value={tab} onChange={setTab}>
      Показан {tab}
    </Tabs>
  )
}

describe('tabs', () => {
  test('have one tab stop; arrow keys, Home and End move and select', async () => {
    render(<ChosenTab />)
    await userEvent.tab()
    expect(document.activeElement?.textContent).toBe('Месяц4')
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { name: 'Неделя', selected: true })).toBe(document.activeElement)
    // Rendered after the answer to the press is painted, or 100 ms later: a busy machine may be later than both.
    await screen.findByText('Показан week')
    await userEvent.keyboard('{ArrowRight}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Месяц4')
    await userEvent.keyboard('{End}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Неделя')
    await userEvent.keyboard('{Home}')
    expect(screen.getByRole('tab', { selected: true }).textContent).toBe('Месяц4')
  })
})

describe('a radio group', () => {
  test('describes its options by their hints', () => {
    const choices = [
      { value: 'steps', label: 'Частями', hint: '10 платежей' },
      { value: 'once', label: 'Сразу', disabled: true },
    ] as const
    render(<RadioGroup legend="Как платить" options={choices} value={null} onChange={() => {}} />)
    const hint = screen.getByRole('radio', { name: /Частями/ }).getAttribute('aria-describedby')
    expect(document.getElementById(hint ?? '')?.textContent).toBe('10 платежей')
    expect(screen.getByRole<HTMLInputElement>('radio', { name: 'Сразу' }).disabled).toBe(true)
  })
})

describe('a checkbox and a filter', () => {
  test('are toggled by their labels', async () => {
    render(
      <>
        <Checkbox hint="За день до занятия">Напоминать</Checkbox>
        <FilterChip pressed count={12}>
          Очно
        </FilterChip>
      </>,
    )
    await userEvent.click(screen.getByText('Напоминать'))
    const box = screen.getByRole<HTMLInputElement>('checkbox', { name: 'Напоминать' })
    expect(box.checked).toBe(true)
    expect(document.getElementById(box.getAttribute('aria-describedby') ?? '')?.textContent).toBe('За день до занятия')
    expect(screen.getByRole('button', { name: /Очно/, pressed: true })).toBeTruthy()
  })
})

const kinds = [
  { value: 'lessons', label: 'Занятия' },
  { value: 'exams', label: 'Экзамены' },
]
function Chips({ atMostOne = false }) {
  const [chosen, setChosen] = useState<string[]>([])
  return (
    <FilterChips
      legend="Что показывать"
      legendHidden
      allLabel="Всё"
      options={kinds}
      selected={chosen}
      onChange={setChosen}
      single={atMostOne}
    />
  )
}

describe('filter chips', () => {
  const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
  const pressed = () => screen.getAllByRole('button', { pressed: true }).map(({ textContent }) => textContent)

  test('have a name, can be selected together, and are deselected by a second press', async () => {
    render(<Chips />)
    screen.getByRole('group', { name: 'Что показывать' })
    expect(pressed()).toEqual(['Всё'])
    await press('Экзамены')
    await press('Занятия')
    expect(pressed()).toEqual(['Занятия', 'Экзамены'])
    await press('Экзамены')
    expect(pressed()).toEqual(['Занятия'])
    await press('Всё')
    expect(pressed()).toEqual(['Всё'])
  })

  test('replace the selection where only one is allowed', async () => {
    render(<Chips atMostOne />)
    await press('Экзамены')
    await press('Занятия')
    expect(pressed()).toEqual(['Занятия'])
    await press('Занятия')
    expect(pressed()).toEqual(['Всё'])
  })
})
