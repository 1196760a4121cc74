import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { Basket } from '#contract/enrolment/catalog.ts'
import type { Contract } from '#contract/enrolment/contracts.ts'
import { filterContracts, offeredStatuses, studentsIn } from '#src/routes/-contracts-and-payments/contract-filters.tsx'
import { config, person, visit } from '#tests/support/browser/browser-app.tsx'
import { textOf } from '#tests/support/browser/text.ts'
import { contract, payment, students } from '#tests/support/samples/contract-samples.ts'
import { basket, course, courseWaitingListSample, ids } from '#tests/support/samples/purchase-samples.ts'

describe('the filter', () => {
  const today = '2026-11-20'
  const contracts = [
    contract({ status: 'Concluded', student: students.artem }),
    contract({ status: 'Frozen', student: students.maria }),
    contract({ status: 'Concluded', student: students.maria }),
    contract({ status: 'Haunted' as Contract['status'], student: students.maria }),
  ]

  test('statuses are offered with the counts of the selected child; a selected empty one stays', () => {
    expect(offeredStatuses(contracts, { child: students.maria.uuid, status: ['NotPaid'] }, today)).toEqual([
      { status: 'Concluded', count: 1 },
      { status: 'Frozen', count: 1 },
      { status: 'NotPaid', count: 0 },
    ])
  })

  test('a concluded contract of a past school year is finished once it is paid', () => {
    const program = { title: 'Физика', schoolYear: '2025/2026' }
    const past = [contract({ program, debt: 0 }), contract({ program, debt: 100 })]
    expect(offeredStatuses(past, {}, today)).toEqual([
      { status: 'Concluded', count: 1 },
      { status: 'Finished', count: 1 },
    ])
    expect(filterContracts(past, { status: ['Finished'] }, today)).toEqual([past[0]])
  })

  test('each student is offered once, sorted by name', () => {
    expect(studentsIn(contracts, 'ru')).toEqual([students.artem, students.maria])
  })
})

describe('the page', () => {
  const call = 'GET /api/v1/profile/contract/list'
  const asParent = { 'GET /api/v1/profile': { body: person(['parent']) } }
  const open = (contracts: Contract[], search = '') =>
    visit(`/contracts-and-payments${search}`, { ...asParent, [call]: { body: contracts } })

  test.each([
    [
      { SUPPORT_EMAIL: 'help@school.example', SUPPORT_PHONE: '+7 800 100-20-30' },
      ['help@school.example', '+7 800 100-20-30'],
    ],
    [{ SUPPORT_EMAIL: 'help@school.example' }, ['help@school.example']],
    [{ SUPPORT_PHONE: '+7 800 100-20-30' }, ['+7 800 100-20-30']],
    [{}, ['school.example']],
    [{ WEB_BASE_URL: '' }, []],
  ])('shows a hint to a person without a role, with %j', async (SYSTEM, links) => {
    const withoutRole = { 'GET /api/v1/profile': { body: person([]) }, [call]: { body: [] } }
    const support = { 'GET /api/v1/system/config': { body: { ...config, SYSTEM: { ...config.SYSTEM, ...SYSTEM } } } }
    await visit('/contracts-and-payments', { ...withoutRole, ...support })
    const part = (await screen.findByText('У вас пока нет роли')).parentElement as HTMLElement
    expect(within(part).queryAllByRole('link').map(textOf)).toEqual([...links, 'Введите его в профиле'])
    expect(textOf(part)).toMatch(/Роль даёт школа\..*кто вы.*Когда роль появится, выйдите и войдите снова\./)
    expect(screen.queryByRole('link', { name: 'Выбрать курс в каталоге' })).toBeNull()
  })

  test('shows the next payment with its contract, and the whole by month', async () => {
    await open([
      contract({
        program: { title: 'Математика', schoolYear: '2026/27' },
        student: students.artem,
        payments: [payment({ title: 'Второй платёж', dueOn: '2100-01-15', amount: 12_500_00 })],
        total: 90_000_00,
        paid: 45_000_00,
        debt: 45_000_00,
      }),
    ])
    const next = await screen.findByRole('region', { name: 'К оплате' })
    expect(textOf(next)).toMatch(/^До 15 января: 12 500 ₽Счёт.*МатематикаАртём · Второй платёж · Договор №[^₽]*$/)
    expect(within(next).getByRole('link', { name: 'Счёт: Математика, Второй платёж' })).toBeDefined()
    expect(textOf(screen.getByRole('region', { name: 'Итого' }))).toBe(
      'Всего осталось оплатить45 000 ₽вместе с платежом до 15 январяянварь 2100 г.12 500 ₽Отсрочено32 500 ₽',
    )
    // The contract is listed once, with its payment.
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('shows only overdue payments as a debt, with bill and bank details', async () => {
    const physics = contract({
      number: '26-Ф-1',
      program: { title: 'Физика', schoolYear: '2026/2027' },
      payments: [
        payment({ title: 'Первый', dueOn: '2020-01-15', amount: 10_000_00, paid: 2_500_50 }),
        payment({ title: 'Второй', dueOn: '2100-01-15', amount: 10_000_00 }),
      ],
      total: 20_000_00,
      paid: 2_500_50,
      debt: 17_499_50,
    })
    const { server, callsOf } = await open([physics])
    expect(textOf(await screen.findByRole('region', { name: 'Итого' }))).toBe(
      'Всего осталось оплатить17 499,50 ₽вместе с долгом',
    )
    const due = screen.getByRole('region', { name: 'К оплате' })
    expect(textOf(due)).toMatch(
      /^Долг: 7 499,50 ₽, 1 платёж.*ФизикаАртём · Первый[^₽]*просрочен на .*До 15 января: 10 000 ₽.*ФизикаАртём · Второй[^₽]*Один счёт на всё: 17 499,50 ₽: 26-Ф-1$/,
    )

    const payee = `GET /api/v1/profile/contract/${physics.uuid}/payee`
    server[payee] = {
      body: {
        name: 'ЧОУ «Школа»',
        taxNumber: '7707083893',
        taxReason: null,
        account: '40703810900000000001',
        bank: 'Банк',
        bankCode: '044525225',
        correspondentAccount: '30101810400000000225',
      },
    }
    const user = userEvent.setup()
    await user.click(within(due).getByRole('link', { name: 'Счёт: Физика, Первый' }))
    const dialog = await screen.findByRole('dialog', { name: 'Счёт на оплату' })
    const copySum = await within(dialog).findByRole('button', { name: /^Скопировать.*Сумма.*499,50/s })
    await user.click(copySum)
    expect(await navigator.clipboard.readText()).toBe('7499.50')
    await user.click(within(dialog).getByRole('button', { name: /^Скопировать.*Назначение платежа/s }))
    expect(await navigator.clipboard.readText()).toBe('Договор 26-Ф-1, Первый, Соколов Артём')
    await within(dialog).findByRole('button', { name: /^Скопировано.*Назначение платежа/s })
    await user.click(within(dialog).getByRole('button', { name: 'Скопировать все' }))
    await within(dialog).findByRole('button', { name: 'Всё скопировано' })
    expect((await navigator.clipboard.readText()).split('\n')).toEqual([
      'Сумма: 7499.50',
      'Назначение платежа: Договор 26-Ф-1, Первый, Соколов Артём',
      'Получатель: ЧОУ «Школа»',
      'ИНН: 7707083893',
      'Расчётный счёт: 40703810900000000001',
      'Банк: Банк',
      'БИК: 044525225',
      'Корреспондентский счёт: 30101810400000000225',
    ])
    vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValueOnce(new DOMException('denied', 'NotAllowedError'))
    await user.click(within(dialog).getByRole('button', { name: /^Скопировать.*БИК/s }))
    await screen.findByText('Не удалось скопировать')
    await user.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByText('Не удалось скопировать')).toBeNull())
    expect(within(dialog).queryByText('КПП')).toBeNull()
    await user.keyboard('{Escape}')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
    expect(screen.getByRole('heading', { level: 1, name: 'Физика' })).toBeDefined()
    expect(callsOf(payee).length).toBe(1)
  })

  test('adds up the payments of the next day and lists each with its child', async () => {
    const dueOn = '2100-01-15'
    await open([
      contract({ student: students.artem, payments: [payment({ dueOn, amount: 10_000_00 })] }),
      contract({
        student: students.maria,
        payments: [payment({ dueOn, amount: 5_000_00 }), payment({ dueOn: '2100-02-15', amount: 7_000_00 })],
      }),
    ])
    const due = await screen.findByRole('region', { name: 'К оплате' })
    expect(textOf(within(due).getByRole('heading'))).toMatch(/^До 15 января: 15 000 ₽, 2 платежа/)
    expect(within(due).getAllByRole('listitem').map(textOf)).toEqual([
      expect.stringMatching(/Артём · .*10 000 ₽Счёт/),
      expect.stringMatching(/Мария · .*5 000 ₽Счёт/),
    ])
  })

  test('a chosen child limits the list; every sum is that of the family, with the part of the child under it', async () => {
    const of = (student: Contract['student'], dueOn: string, amount: number) =>
      contract({ student, payments: [payment({ dueOn, amount })], total: amount, debt: amount })
    const contracts = [
      of(students.artem, '2020-01-15', 1_000_00),
      of(students.maria, '2020-02-15', 300_00),
      of(students.artem, '2100-01-15', 20_000_00),
      of(students.maria, '2100-01-15', 4_000_00),
      of(students.artem, '2100-02-15', 500_00),
    ]
    await open(contracts, `?filter[child]=${students.maria.uuid}`)
    const due = await screen.findByRole('region', { name: 'К оплате' })
    expect(textOf(due)).toMatch(/^Долг: 1 300 ₽, 2 платежаиз них Мария: 300 ₽/)
    expect(textOf(due)).toMatch(/До 15 января: 24 000 ₽, 2 платежаиз них Мария: 4 000 ₽/)
    expect(within(due).getAllByRole('listitem').map(textOf)).toEqual([
      // The part of the child is the sum of its only payment.
      expect.stringMatching(/Мария · [^₽]*$/),
      expect.stringMatching(/Мария · [^₽]*$/),
    ])
    expect(textOf(screen.getByRole('region', { name: 'Итого' }))).toBe(
      'Всего осталось оплатить25 800 ₽вместе с долгомиз них Мария: 4 300 ₽' +
        'январь 2100 г.24 000 ₽Мария: 4 000 ₽февраль 2100 г.500 ₽',
    )
    expect(screen.queryByRole('article')).toBeNull()
  })

  test('money of a suspended contract is not said to be paid by a bank or a fund', async () => {
    const deferred = (status: Contract['status'], kind: 'month' | 'bank', amount: number) =>
      contract({
        status,
        payments: [payment({ status: 'DeferredPayment', kind, amount })],
        total: amount,
        debt: amount,
      })
    await open([deferred('Frozen', 'month', 28_800_00), deferred('Concluded', 'bank', 50_000_00)])
    expect(textOf(await screen.findByRole('region', { name: 'К оплате' }))).toBe(
      'Сейчас платить ничего не нужно50 000 ₽ заплатит банк или фонд. ' +
        '28 800 ₽ за приостановленное обучение платить не нужно, пока оно не возобновится. ' +
        'Если платить будет нужно вам, напомним за три дня до срока.',
    )
    expect(textOf(screen.getByRole('region', { name: 'Итого' }))).toBe('Всего осталось оплатить50 000 ₽')
  })

  test('has one bill with its sum, and names the others fully paid', async () => {
    const due = (title: string) =>
      contract({
        program: { title, schoolYear: '2026/27' },
        payments: [payment({ dueOn: '2100-01-15', amount: 10_000_00 })],
        total: 10_000_00,
        debt: 10_000_00,
      })
    await open([due('Химия'), due('Физика'), contract({ number: '4', paid: 10_000_00, debt: 0 })])
    expect(await screen.findByRole('button', { name: /^Один счёт на 20\s000\s₽: / })).toBeDefined()
    expect(textOf(screen.getByRole('heading', { name: /оплачены/ }))).toBe('Полностью оплачены')
  })

  test('a failed bill shows the reason', async () => {
    const late = contract({ payments: [payment({ title: 'Первый', dueOn: '2020-01-15' })] })
    const { server } = await open([late])
    const link = `GET /api/v1/profile/contract/${late.uuid}/payment/${late.payments[0]?.uuid}/bill-link`
    server[link] = { problem: 'nothing-to-pay', status: 409 }
    await userEvent.click(await screen.findByRole('link', { name: `Счёт: ${late.program.title}, Первый` }))
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.click(dialog.getByRole('button', { name: 'Скачать счёт: Первый' }))
    expect(textOf(await dialog.findByText(/^Не удалось подготовить счёт/))).toBe(
      'Не удалось подготовить счёт. По этому платежу платить нечего: он уже закрыт.',
    )
  })

  test('lists the other contracts by state: status, child, year, number and next payment', async () => {
    const artem = { student: students.artem, program: { title: 'Химия', schoolYear: '2026/27' } }
    await open([
      contract({ number: '1', payments: [payment({ dueOn: '2100-01-15' })] }),
      contract({ ...artem, number: '2', debt: 30_000_00, payments: [payment({ dueOn: '2100-02-15' })] }),
      contract({ ...artem, number: '3', status: 'Frozen', debt: 30_000_00 }),
      contract({ ...artem, number: '4', paid: 10_000_00, debt: 0 }),
    ])
    const list = await screen.findByRole('region', { name: 'Договоры' })
    expect(within(list).getAllByRole('heading').map(textOf)).toEqual([
      'Действующие, платить пока не нужно',
      'Приостановлены или расторгаются',
    ])
    expect(within(list).getAllByRole('article').map(textOf)).toEqual([
      'ХимияАртём Соколов · 2026/27 · Договор № 210 000 ₽ до 15 февр.осталось 30 000 ₽',
      'ХимияАртём Соколов · 2026/27 · Договор № 4Оплачен',
      'ХимияПриостановленАртём Соколов · 2026/27 · Договор № 330 000 ₽ пока не платить',
    ])
    // A short list needs no filter.
    expect(within(list).queryByRole('group', { name: 'Статус договора' })).toBeNull()
  })

  test('does not name the student to the student', async () => {
    const own = person(['student'])
    await visit('/contracts-and-payments', {
      'GET /api/v1/profile': { body: own },
      [call]: { body: [contract({ student: { uuid: own.id, firstName: 'Артём', lastName: 'Соколов' } })] },
    })
    expect(textOf(await screen.findByRole('article'))).not.toContain('Артём')
  })

  test('a filter is stored in the URL and restored from it', async () => {
    const { here } = await open([
      ...Array.from({ length: 9 }, (_, index) =>
        contract({ program: { title: index === 0 ? 'Физика' : 'История', schoolYear: '2026/27' } }),
      ),
      contract({ status: 'Frozen', program: { title: 'Химия', schoolYear: '2026/27' }, student: students.maria }),
    ])
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: /Приостановлен/ }))
    await waitFor(() => expect(here()).toBe('/contracts-and-payments?filter[status][]=Frozen'))
    expect(screen.queryByRole('link', { name: 'Физика' })).toBeNull()
    await user.click(within(screen.getByRole('group', { name: 'Кто учится' })).getByRole('button', { name: 'Артём' }))
    await screen.findByText('Таких договоров нет')
    await user.click(screen.getByRole('button', { name: 'Показать все договоры' }))
    await screen.findByRole('link', { name: 'Физика' })
    expect(here()).toBe('/contracts-and-payments')
  })
})

describe('Unfinished purchases', () => {
  const baskets = 'GET /api/v1/catalog/basket/list'
  const waitingLists = 'GET /api/v1/catalog/waiting-list/list'
  const artem = basket().student
  const open = (replies: Parameters<typeof visit>[1], roles: Parameters<typeof person>[0] = ['parent']) =>
    visit('/contracts-and-payments', {
      'GET /api/v1/profile': { body: person(roles) },
      'GET /api/v1/profile/contract/list': { body: [] },
      ...replies,
    })
  const block = () => screen.findByRole('region', { name: 'Начатая запись' })

  test('continue where they were interrupted, held places first', async () => {
    await open({
      [baskets]: { body: [basket()] },
      [waitingLists]: {
        body: [
          courseWaitingListSample(),
          courseWaitingListSample({ uuid: course.uuid, courseTitle: 'Театр', heldUntil: '2026-11-21T09:00:00.000Z' }),
        ],
      },
    })
    expect(
      within(await block())
        .getAllByRole('listitem')
        .map(textOf),
    ).toEqual([
      'ТеатрМесто за вами до 21 ноября в 12:00До 21 ноября в 12:00М-7-ВПродолжить запись: Театр',
      'Математика, 7 классАртём · М-7-А · 90 000 ₽ · начато 21 ноябряПродолжить запись: Математика, 7 классУбрать',
      'Математика, 7 классВ очереди: 2 из 5М-7-ВПосмотреть курс: Математика, 7 класс',
    ])
    expect(screen.getByRole('link', { name: 'Продолжить запись: Математика, 7 класс' }).getAttribute('href')).toBe(
      `/catalog/${course.uuid}/purchase?child=${ids.artem}&basket=${ids.basket}`,
    )
    expect(screen.getByRole('link', { name: 'Продолжить запись: Театр' }).getAttribute('href')).toBe(
      `/catalog/${course.uuid}/purchase?child=${ids.artem}&group=${ids.full}`,
    )
  })

  test('continue for each of two children in a basket, and cannot be removed after the enrolment', async () => {
    const shared = (student: Basket['student']) => basket({ student, isEnrolled: true, keptUntil: '2026-11-27' })
    await open({
      [baskets]: { body: [shared(artem), shared({ ...artem, uuid: ids.maria })] },
      [waitingLists]: { body: [] },
    })
    await block()
    const links = screen.getAllByRole('link', { name: 'Продолжить запись: Математика, 7 класс' })
    expect(links.map((link) => new URL((link as HTMLAnchorElement).href).searchParams.get('child'))).toEqual([
      ids.artem,
      ids.maria,
    ])
    expect(screen.queryByRole('button', { name: /^Убрать/ })).toBeNull()
    expect(screen.getAllByText('Место за вами до 27 ноября')).toHaveLength(2)
  })

  test.each([
    ['full', 'В группе нет мест', 'Другие группы курса', `/catalog/${course.uuid}`],
    ['already-there', 'Уже занимается на этом курсе', 'Другие курсы', '/catalog'],
    ['grade', 'Курс для другого класса', 'Другие курсы', '/catalog'],
    ['enrolment-closed', 'Запись уже закрыта', 'Другие группы курса', `/catalog/${course.uuid}`],
  ] as const)('that is no longer possible (%s) shows the reason and a link', async (obstacle, why, way, path) => {
    await open({ [baskets]: { body: [basket({ obstacle })] }, [waitingLists]: { body: [] } })
    expect(textOf(await block())).toContain(`Больше нельзя: ${why}`)
    expect(screen.queryByRole('link', { name: /^Продолжить/ })).toBeNull()
    expect(screen.getByRole('link', { name: `${way}: ${course.title}` })).toHaveProperty('pathname', path)
  })

  test('show a changed price, and disappear when removed', async () => {
    const changed = basket({ price: { agreed: 90_000_00, now: 92_000_00 } })
    const { server, callsOf } = await open({ [baskets]: { body: [changed] }, [waitingLists]: { body: [] } })
    expect(textOf(await block())).toContain(
      'Цена изменилась: была 90 000 ₽Была 90 000 ₽Артём · М-7-А · 92 000 ₽ · начато 21 ноября',
    )
    const drop = `DELETE /api/v1/catalog/basket/${changed.groceryBasketUuid}`
    server[drop] = { problem: 'state-conflict', status: 409 }
    const button = screen.getByRole('button', { name: 'Убрать: Математика, 7 класс' })
    await userEvent.click(button)
    expect(textOf(await within(await block()).findByRole('alert'))).toMatch(/^Не удалось убрать\. /)
    server[drop] = { body: null, status: 204 }
    const other = basket({ groceryBasketUuid: ids.waitingList })
    server[`DELETE /api/v1/catalog/basket/${ids.waitingList}`] = { body: null, status: 204 }
    server[baskets] = { body: [other] }
    await userEvent.click(button)
    await waitFor(() => expect(button.isConnected).toBe(false))
    expect(document.activeElement).toBe(await block())
    server[baskets] = { body: [] }
    await userEvent.click(screen.getByRole('button', { name: 'Убрать: Математика, 7 класс' }))
    await waitFor(() => expect(screen.queryByRole('region', { name: 'Начатая запись' })).toBeNull())
    expect(document.activeElement).toBe(screen.getByRole('main'))
    expect(await screen.findAllByText('Запись отменена')).toHaveLength(2)
    expect(callsOf(drop).length).toBe(2)
  })
})
