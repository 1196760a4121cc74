import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test } from 'vitest'
import { person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import {
  comparedGroupSample,
  courseDetailsSample,
  courseStudentSample,
  eligibility,
  courseIds as ids,
} from '#tests/support/samples/catalog-samples.ts'

const calls = {
  groups: 'GET /api/v1/catalog/group/list',
  students: 'GET /api/v1/catalog/group/student/list',
  course: `GET /api/v1/catalog/course/${ids.course}`,
}
type Replies = Parameters<typeof visit>[1]

const evening = comparedGroupSample()
const online = comparedGroupSample({
  groupUuid: ids.online,
  title: 'Шахматы, Ш-1',
  course: { uuid: ids.place, title: 'Шахматы', branch: 'school', grades: [7] },
  format: 'webinar',
  territory: null,
  address: null,
  price: 28_500_00,
  placesLeft: 0,
  waiting: 3,
  firstDay: null,
})
const address = `/catalog/comparison?groups[]=${ids.evening}&groups[]=${ids.online}`
const artem = courseStudentSample({
  groups: [eligibility({ groupUuid: ids.evening }), eligibility({ groupUuid: ids.online, obstacle: 'grade' })],
})

beforeEach(() => localStorage.clear())

const open = (at = address, replies: Replies = {}) =>
  visit(at, { [calls.groups]: { body: [evening, online] }, ...replies })

const openAsParent = (at = address) =>
  open(at, { 'GET /api/v1/profile': { body: person(['parent']) }, [calls.students]: { body: [artem] } })

async function rowOf(name: RegExp): Promise<string[]> {
  const header = await screen.findByRole('rowheader', { name })
  return within(header.closest('tr') as HTMLElement)
    .getAllByRole('cell')
    .map(textOf)
}

describe('The comparison', () => {
  test('has a column per group of any course and marks what differs', async () => {
    const { callsOf } = await open()
    const table = await screen.findByRole('table', { name: 'Сравнение групп' })
    expect(within(table).getAllByRole('columnheader').map(textOf)).toEqual([
      'Что сравниваем',
      'Алгебра для седьмых классовА-7-А',
      'ШахматыШ-1',
    ])
    expect(await rowOf(/^Цена, отличается$/)).toEqual(['42 000 ₽', '28 500 ₽'])
    expect(await rowOf(/^Цена занятия, отличается$/)).toEqual(['≈ 1 235 ₽', '≈ 838 ₽'])
    expect(await rowOf(/^Где, отличается$/)).toEqual(['Сокол, Алабяна, 12Как добраться', 'Онлайн, вебинар'])
    expect(await rowOf(/^Первый день, отличается$/)).toEqual(['1 декабря', '—пока не известен'])
    expect(await rowOf(/^Дни и время$/)).toHaveLength(2)
    const links = within(table).getAllByRole('link', { name: /Войти и записаться/ })
    expect(links.map((link) => link.getAttribute('href'))).toEqual([
      `/catalog/${ids.course}/purchase?group=${ids.evening}`,
    ])
    expect(callsOf(calls.students)).toEqual([])
  })

  test('shows a parent what stands against each group', async () => {
    await openAsParent()
    expect(await rowOf(/^Что мешает: Артём, отличается$/)).toEqual(['ничего', 'Курс для другого класса'])
  })

  test('loses a group in the address and on the device', async () => {
    localStorage.setItem('group_comparison', JSON.stringify({ groups: [ids.evening, ids.online], until: 9e15 }))
    const { here } = await open()
    await userEvent.click(await screen.findByRole('button', { name: 'Убрать из сравнения: Шахматы, Ш-1' }))
    await waitFor(() => expect(here()).toBe(`/catalog/comparison?groups[]=${ids.evening}`))
    expect(screen.getByText(/^Чтобы сравнить, добавьте ещё одну группу/)).toBe(document.activeElement)
    expect(JSON.parse(localStorage.getItem('group_comparison') ?? '').groups).toEqual([ids.evening])
  })

  test('says that a group of a shared link is closed or no longer there', async () => {
    await open(`${address}&groups[]=${ids.morning}`, {
      [calls.groups]: { body: [{ ...evening, isOnSale: false }, online] },
    })
    expect(textOf(await screen.findByRole('note'))).toMatch(/^1 группы больше нет в каталоге/)
    expect(screen.getByText('Запись закрыта')).toBeDefined()
    expect(screen.queryByRole('link', { name: /записаться/i })).toBeNull()
  })

  test('without groups leads to those of the device', async () => {
    localStorage.setItem('group_comparison', JSON.stringify({ groups: [ids.evening, ids.online], until: 9e15 }))
    await open('/catalog/comparison')
    expect((await screen.findByRole('link', { name: 'Открыть ваши 2 группы' })).getAttribute('href')).toBe(address)
  })
})

describe('The tray', () => {
  const tray = () => screen.findByRole('region', { name: 'Сравнение групп' })

  test('collects groups on the page of a course and opens their comparison for the child', async () => {
    await open(`/catalog/${ids.course}?child=${ids.artem}`, { [calls.course]: { body: courseDetailsSample() } })
    const compare = (title: string) => screen.findByRole('button', { name: `Сравнить группу ${title}` })
    await userEvent.click(await compare('А-7-А'))
    expect(textOf(await tray())).toContain('1 группа')
    expect(within(await tray()).queryByRole('link')).toBeNull()
    await userEvent.click(await compare('А-7-В'))
    expect(
      within(await tray())
        .getByRole('link', { name: 'Сравнить' })
        .getAttribute('href'),
    ).toBe(`${address}&child=${ids.artem}`)
    expect((await compare('А-7-А')).getAttribute('aria-pressed')).toBe('true')
    await userEvent.click(within(await tray()).getByRole('button', { name: 'Очистить' }))
    expect(screen.queryByRole('region', { name: 'Сравнение групп' })).toBeNull()
  })

  test('follows to the catalog, and a fifth group is refused', async () => {
    const four = [ids.morning, ids.online, ids.fourth, ids.sokol]
    localStorage.setItem('group_comparison', JSON.stringify({ groups: four, until: 9e15 }))
    const { app } = await open('/catalog', { [calls.course]: { body: courseDetailsSample() } })
    expect(textOf(await tray())).toContain('4 группы')
    await app.router.navigate({ to: '/catalog/$id', params: { id: ids.course } })
    expect(await screen.findByRole('button', { name: 'Сравнить группу А-7-А' })).toHaveProperty('disabled', true)
    expect(screen.getAllByText('Не больше 4 групп сразу')).not.toEqual([])
  })
})
