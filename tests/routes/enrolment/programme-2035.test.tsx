import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { OfferStudent, ScheduleConflict } from '#contract/learning/schedule.ts'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import { enrolmentTexts } from '#tests/support/pages/enrolment-page.ts'
import {
  drones,
  offerOf,
  offerStudent,
  offerToken,
  programme2035Ids,
  vera,
} from '#tests/support/samples/programme-2035-samples.ts'

const offerCall = `GET /api/${offerToken}`

function open(
  { offer = { body: offerOf() }, students = [offerStudent()] }: { offer?: Reply; students?: OfferStudent[] } = {},
  { address = `/2035?token=${offerToken}` }: { address?: string } = {},
) {
  return visit(address, {
    'GET /api/v1/profile': { body: person(students.length > 1 ? ['parent'] : ['student']) },
    'GET /api/v1/system/menu': {
      body: {
        items: [
          { key: '2035', title: '2035', system: 'LK', route: '2035', url: `/2035?token=${offerToken}`, icon: 'u2035' },
        ],
      },
    },
    [offerCall]: offer,
    [`GET /api/v1/schedule/offer/${offerToken}/student/list`]: { body: students },
  })
}

const tooYoung = offerStudent({
  grade: 7,
  opportunities: [
    {
      opportunityUuid: programme2035Ids.drones,
      rules: [
        { rule: 'grade', isMet: false, grades: [9, 10, 11] },
        { rule: 'studies-here', isMet: false, grades: null },
        { rule: 'before-deadline', isMet: true, grades: null },
      ],
      groups: [],
    },
  ],
})

const enrolled = (more: object = {}) =>
  offerStudent({
    enrolment: {
      enrolmentUuid: programme2035Ids.enrolment,
      opportunityUuid: programme2035Ids.drones,
      groupUuid: programme2035Ids.tuesdays,
      enrolledAt: '2026-11-20T09:00:00.000Z',
      courseUuid: programme2035Ids.course,
      groceryBasketUuid: null,
      contractUuid: null,
      keptUntil: null,
      withdrawUntil: '2026-12-06',
      ...more,
    },
  })

describe('the 2035 page', () => {
  test('shows the offer of the menu without a token (D-20)', async () => {
    await open({}, { address: '/2035' })
    await screen.findByRole('button', { name: enrolmentTexts.open('Беспилотные системы') })
  })

  test('shows that there is no current offer', async () => {
    await visit('/2035', { 'GET /api/v1/profile': { body: person(['student']) } })
    await screen.findByText('Сейчас набора нет')
  })

  test('shows an unknown token and an unreachable server', async () => {
    await open({ offer: { problem: 'not-found', status: 404 } })
    await screen.findByText('Такого предложения нет')
  })

  test('shows the unmet conditions without a button', async () => {
    await open({ students: [tooYoung] })
    const text = spacedTextOf(
      (await screen.findByRole('heading', { name: 'Беспилотные системы' })).closest('li') as Element,
    )
    expect(text).toMatch(/Не выполнено: Для 9–11 классов ?, Артём учится в 7 ?-м/)
    expect(text).toContain('Нужен действующий договор с нами на этот учебный год')
    expect(text).toContain('Набор открыт')
    expect(screen.queryByRole('button', { name: /Записаться/ })).toBeNull()
  })

  test('shows a parent without children why there is no one to enrol', async () => {
    await open({ students: [] }, { address: `/2035?token=${offerToken}&enrol=${programme2035Ids.drones}` })
    const dialog = await screen.findByRole('dialog', { name: 'Записаться сейчас нельзя' })
    expect(within(dialog).getByText(/^В вашем профиле нет детей/)).toBeDefined()
    expect(screen.getByText('Записать пока некого')).toBeDefined()
  })

  test('shows that a track is full', async () => {
    const full = { ...drones, groups: drones.groups.map((group) => ({ ...group, placesLeft: 0 })) }
    await open({ offer: { body: offerOf([full]) } })
    await screen.findByText('Мест нет')
    expect(screen.queryByRole('button', { name: /Записаться/ })).toBeNull()
  })

  test('shows an enrolment with times, place and a link to the schedule', async () => {
    await open({ students: [enrolled()] })
    const card = (await screen.findByRole('heading', { name: 'Вы записаны' })).closest('section') as HTMLElement
    expect(spacedTextOf(card)).toContain('БАС-1')
    expect(spacedTextOf(card)).toContain('Технопарк')
    expect(screen.getByRole('link', { name: 'Посмотреть в расписании' }).getAttribute('href')).toBe(
      '/schedule?date=2026-12-07',
    )
  })

  test('links a paid enrolment to the purchase, and later to the contract', async () => {
    const paid = enrolled({ groceryBasketUuid: programme2035Ids.basket, keptUntil: '2026-11-27' })
    const { history } = await open({ students: [paid] })
    const link = await screen.findByRole('link', { name: 'Оформить' })
    expect(link.getAttribute('href')).toBe(
      `/catalog/${programme2035Ids.course}/purchase?child=${programme2035Ids.artyom}&basket=${programme2035Ids.basket}`,
    )
    expect(screen.getByText(/^Место за вами до 27 ноября\. Без договора потом его получит другой\./)).toBeTruthy()
    expect(history.location.pathname).toBe('/2035')
  })
})

describe('withdrawing an enrolment', () => {
  test('asks first and makes the call once', async () => {
    const { requests } = await open({ students: [enrolled()] })
    await screen.findByText('Отменить запись можно до 6 декабря включительно.')
    await userEvent.click(screen.getByRole('button', { name: 'Отменить запись' }))
    const dialog = await screen.findByRole('dialog', { name: 'Отменить запись?' })
    expect(textOf(dialog)).toContain('Место на направлении «Беспилотные системы» освободится для других.')
    await userEvent.dblClick(within(dialog).getByRole('button', { name: 'Отменить запись' }))
    const call = `DELETE /api/v1/schedule/enrolment/${programme2035Ids.enrolment}`
    await waitFor(() => expect(requests.filter((one) => one.call === call)).toHaveLength(1))
  })

  test.each([
    ['of a started group', {}, 'Занятия начались. Чтобы отказаться, напишите в школу.'],
    [
      'with a contract',
      { contractUuid: programme2035Ids.contract },
      'Чтобы отказаться, напишите в школу: запись закреплена договором.',
    ],
  ])('%s is left to the school', async (_, more, text) => {
    await open({ students: [enrolled({ withdrawUntil: null, ...more })] })
    await screen.findByText(text)
    expect(screen.queryByRole('button', { name: 'Отменить запись' })).toBeNull()
  })
})

test('of several children it is said once, first and in their order, who may enrol in what', async () => {
  await open({ students: [tooYoung, vera] })
  const card = (await screen.findByRole('heading', { name: 'Кто может записаться' })).closest('section') as HTMLElement
  const rows = [...(card.querySelector('ul')?.children ?? [])]
  expect(rows.map(spacedTextOf)).toEqual([
    'Артём Ни одно направление не подходит' +
      ' Не выполнено: Для 9–11 классов , Артём учится в 7-м Не выполнено: Нужен действующий договор с нами на этот учебный год',
    'Вера Подходит: «Беспилотные системы»',
  ])
  expect(screen.getAllByText(/Подходит|Все условия выполнены/)).toHaveLength(1)
  // The line above the price names who may.
  screen.getByText('Можно записать: Вера')
  const button = screen.getByRole('button', { name: 'Записать: Беспилотные системы' })
  expect([spacedTextOf(button), spacedTextOf(button.previousElementSibling as Element)]).toEqual([
    'Записать',
    'Бесплатно',
  ])
})

test('a card says its grades and whose lessons each group clashes with', async () => {
  const conflict: ScheduleConflict = {
    kind: 'overlap',
    slot: { weekday: 2, from: '16:00', to: '17:30' },
    minutesBetween: 0,
    day: null,
    other: {
      title: 'Биология',
      place: null,
      studentUuid: programme2035Ids.vera,
      calendarGap: null,
      slot: { weekday: 2, from: '17:00', to: '18:30' },
    },
  }
  const groups = [{ groupUuid: programme2035Ids.tuesdays, conflicts: [conflict] }]
  const opportunities = vera.opportunities.map((each) => ({ ...each, groups }))
  await open({ students: [offerStudent(), { ...vera, opportunities }] })
  const card = (await screen.findByRole('heading', { name: 'Беспилотные системы' })).closest('li') as HTMLElement
  expect(within(card).getByText('9–11 классы')).toBeTruthy()
  const [tuesdays, fridays] = [...within(card).getByRole('list', { name: 'Группы' }).children].map(spacedTextOf)
  expect(tuesdays).toContain('Вера: в это время «Биология»')
  expect(fridays).not.toContain('Биология')
  // Both may enrol: the dialog asks who.
  expect(textOf(within(card).getByText(/^Можно записать/))).toMatch(/^Можно записать: \S+, Вера$/)
})

test('the programme is for pupils: a student of the college reads no grades', async () => {
  const own = { ...tooYoung, firstName: 'Даниил', grade: null, branch: 'college' } as const
  await open({ students: [own, vera] })
  const card = (await screen.findByRole('heading', { name: 'Кто может записаться' })).closest('section') as HTMLElement
  expect(spacedTextOf(card)).toContain('Программа для школьников, Даниил учится в колледже')
})

describe('the dialog', () => {
  const opened = `/2035?token=${offerToken}&enrol=${programme2035Ids.drones}`

  test('shows that a track of the URL is full', async () => {
    const full = { ...drones, groups: drones.groups.map((group) => ({ ...group, placesLeft: 0 })) }
    await open({ offer: { body: offerOf([full]) } }, { address: opened })
    await screen.findByText('Мест в группах этого направления больше нет.')
  })

  describe('of an enrolment that was made before a reload', () => {
    const { opportunities } = offerStudent()
    const rules = [{ rule: 'not-enrolled' as const, isMet: false, grades: null }]
    const noLonger = { opportunities: opportunities.map((each) => ({ ...each, rules })) }

    test('shows the place and, for a paid track, leads to the contract', async () => {
      const paid = { ...enrolled({ groceryBasketUuid: programme2035Ids.basket, keptUntil: '2026-11-27' }), ...noLonger }
      const offer = { body: offerOf([{ ...drones, groceryBasketUuid: programme2035Ids.basket }]) }
      await open({ offer, students: [paid] }, { address: opened })
      const dialog = await screen.findByRole('dialog', { name: enrolmentTexts.titles.enrolled })
      expect(spacedTextOf(dialog)).toMatch(/Артём.*БАС-1.*Осталось заключить договор/)
      expect(within(dialog).getByRole('link', { name: 'Перейти к договору' }).getAttribute('href')).toBe(
        `/catalog/${programme2035Ids.course}/purchase?child=${programme2035Ids.artyom}&basket=${programme2035Ids.basket}`,
      )
    })

    test('closes after the place was shown, for a free track', async () => {
      const { history } = await open({ students: [{ ...enrolled(), ...noLonger }] }, { address: opened })
      const dialog = await screen.findByRole('dialog', { name: enrolmentTexts.titles.enrolled })
      expect(within(dialog).getByText('Занятия уже в расписании.')).toBeDefined()
      await userEvent.click(within(dialog).getByRole('button', { name: 'Готово' }))
      expect(history.location.search).not.toContain('enrol')
    })
  })

  test('keeps the chosen child and group in a reload, until it is closed', async () => {
    const radio = async (name: RegExp) => within(await screen.findByRole('dialog')).getByRole('radio', { name })
    const students = [offerStudent(), vera]
    await open({ students }, { address: opened })
    await userEvent.click(await radio(/^Вера/))
    await userEvent.click(await radio(/^БАС-2/))
    cleanup()
    await open({ students }, { address: opened })
    expect(await radio(/^Вера/)).toHaveProperty('checked', true)
    expect(await radio(/^БАС-2/)).toHaveProperty('checked', true)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(sessionStorage).toHaveLength(0))
  })

  test('names the conflicts of the chosen group and asks about them before it enrols', async () => {
    const conflict: ScheduleConflict = {
      kind: 'overlap' as const,
      slot: { weekday: 2, from: '17:00', to: '18:30' },
      other: {
        studentUuid: programme2035Ids.artyom,
        title: 'Физика',
        slot: { weekday: 2, from: '18:00', to: '19:30' },
        place: 'Митино',
        calendarGap: null,
      },
      minutesBetween: -30,
      day: null,
    }
    const able = offerStudent()
    const opportunities = able.opportunities.map((each) => ({
      ...each,
      groups: [{ groupUuid: programme2035Ids.tuesdays, conflicts: [conflict] }],
    }))
    await open({ students: [{ ...able, opportunities }] }, { address: opened })
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('radio', { name: /БАС-1/ }))
    const conflictText = 'Не сходится с расписаниемвт 17:00⁠–⁠18:30: в это время уже есть «Физика», 18:00⁠–⁠19:30'
    expect(textOf(dialog.getByText('Не сходится с расписанием').closest('[role=note]') as HTMLElement)).toBe(
      conflictText,
    )
    await userEvent.click(dialog.getByRole('button', { name: enrolmentTexts.next }))
    expect(textOf(dialog.getByText('Не сходится с расписанием').closest('[role=note]') as HTMLElement)).toBe(
      conflictText,
    )
    expect(dialog.getByRole('button', { name: 'Записаться всё равно' })).toBeTruthy()
  })
})
