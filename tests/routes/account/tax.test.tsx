import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { type TaxDeduction, taxDeduction as taxDeductionShape } from '#contract/billing/tax.ts'
import { taxDeductionQuery } from '#src/api/tax.ts'
import { refundBreakdown, shownStudent } from '#src/routes/-tax-deduction/refund-card.tsx'
import { person, type Reply, visit } from '#tests/support/browser/browser-app.tsx'
import { spacedTextOf, textOf } from '#tests/support/browser/text.ts'
import { certificate, operation, taxDeduction, taxStudent } from '#tests/support/samples/tax-samples.ts'

const read = 'GET /api/v1/profile/tax-deduction'
const ask = 'POST /api/v1/profile/tax-deduction/certificate'
const saveCall = 'PATCH /api/v1/profile/tax-deduction/particulars'

/** The page of 2025, answered in turn: the last answer stays. */
function open(answers: TaxDeduction | TaxDeduction[], more = {}, search = '?year=2025') {
  const queue = [answers].flat().map((answer) => taxDeductionShape.parse(answer))
  return visit(`/tax-deduction${search}`, {
    'GET /api/v1/profile': { body: person(['parent']) },
    [read]: () => ({ body: queue.length > 1 ? queue.shift() : queue[0] }),
    ...more,
  })
}

const region = (name: string) => screen.findByRole('heading', { level: 2, name })
const cardOf = async (name: string) => (await region(name)).closest('section') as HTMLElement

describe('The sum', () => {
  const moved = (kind: 'ReceivingDS' | 'ReturnDS' | 'ReceivingTransferDS' | 'ReturnTransferDS', amount: number) =>
    operation({ kind, amount })

  test('is split into payments, refunds, transfers and refunds of later years', () => {
    const operations = [
      moved('ReceivingDS', 500),
      moved('ReturnDS', 100),
      moved('ReceivingTransferDS', 70),
      moved('ReturnTransferDS', 30),
      operation({ amount: 1000, paidBy: 'another' }),
      operation({ amount: 200, paidBy: 'another', kind: 'ReturnDS' }),
      operation({ amount: 90, paidBy: 'maternity-capital' }),
    ]
    expect(refundBreakdown({ operations, paid: 400 })).toEqual({
      paid: 500,
      returned: -100,
      carried: 40,
      later: -40,
      byOthers: 800,
      byFund: 90,
    })
    expect(refundBreakdown({ operations: [moved('ReturnDS', 100)], paid: 0 }).later).toBe(100)
  })

  test('belongs to the student in the search params, else to the first with payments', () => {
    const [one, two] = [taxStudent({ paid: 0 }), taxStudent({ studentUuid: 'c0000000-0000-4000-8000-000000000002' })]
    const ids = (requested?: string) => shownStudent([one, two], requested)?.studentUuid
    expect([ids(), ids(one.studentUuid), ids('c0000000-0000-4000-8000-000000000009')]).toEqual([
      two.studentUuid,
      one.studentUuid,
      two.studentUuid,
    ])
    expect([shownStudent([one], undefined), shownStudent([], undefined)]).toEqual([one, undefined])
  })
})

describe('The page', () => {
  test('shows the sum, its parts, the operations and when the rules were confirmed', async () => {
    const operations = [
      operation(),
      operation({ kind: 'ReturnDS', amount: 1_000_000, at: '2025-12-01T10:00:00Z' }),
      operation({ amount: 300_000, payer: 'Соколова Нина Петровна', paidBy: 'another' }),
      operation({ amount: 700_000, payer: null, paidBy: 'maternity-capital' }),
    ]
    await open(taxDeduction([taxStudent({ operations, paid: 4_000_000, counted: 4_000_000, refund: 520_000 })]))
    const decided = 'Решение принимает налоговая. Вернуть можно не больше налога, который удержали с вас за этот год.'
    expect(spacedTextOf(await cardOf('Можно вернуть за 2025 год: Артём'))).toBe(
      `Можно вернуть за 2025 год: Артём 5 200 ₽ ${decided}`,
    )
    expect(spacedTextOf(await cardOf('Как получилась сумма'))).toBe(
      [
        'Как получилась сумма Вы заплатили 50 000 ₽ Вам вернули −10 000 ₽ Ваши расходы за год 40 000 ₽',
        '13 % от этой суммы 5 200 ₽',
        'Ещё 3 000 ₽ заплатили другие: вычет с этих денег могут получить только они.',
        '7 000 ₽ заплачено материнским капиталом: с этих денег вычета нет.',
      ].join(' '),
    )
    screen.getByText('Лимит на ребёнка — 110 000 ₽ в год, один на обоих родителей. Ребёнку должно быть меньше 24 лет.')
    const table = screen.getByRole('table', { name: 'Операции за 2025 год' })
    const rows = within(table).getAllByRole('row').slice(1)
    expect(rows.map((row) => within(row).getAllByRole('cell').map(textOf).at(-1))).toEqual([
      expect.stringContaining('+50 000 ₽'),
      expect.stringContaining('−10 000 ₽'),
      expect.stringContaining('+3 000 ₽'),
      expect.stringContaining('+7 000 ₽'),
    ])
    expect(textOf(rows[2] as HTMLElement)).toContain('Нет, платили не вы')
    expect(textOf(rows[3] as HTMLElement)).toMatch(/Материнский капитал.*Нет, материнский капитал/)
    expect(
      screen.getByText(
        /^Школа подтвердила лимиты и ставку \(ст\. 219 и 224 НК РФ\) 15 января 2026 г\., они действуют до 31 декабря 2027 г\. включительно\.$/,
      ),
    ).toBeTruthy()
  })

  test('changes year and student as history entries', async () => {
    const sister = taxStudent({ studentUuid: 'c0000000-0000-4000-8000-000000000002', firstName: 'Вера' })
    const lacking = { ...sister, obstacles: ['student-tax-number' as const] }
    const { here, history, callsOf } = await open(taxDeduction([taxStudent(), lacking]))
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Вера' }))
    // The card of the family has the sum of each child.
    expect(spacedTextOf(await cardOf('Как получилась сумма: Вера'))).toBe(
      'Как получилась сумма: Вера Вы заплатили 50 000 ₽ 13 % от этой суммы 6 500 ₽',
    )
    expect(spacedTextOf(await cardOf('За 2025 год семья может вернуть'))).toMatch(
      /^За 2025 год семья может вернуть 13 000 ₽ Решение .* Артём Запросить справку 6 500 ₽ Вера Указать данные 6 500 ₽$/,
    )
    await user.click(screen.getByRole('link', { name: 'Запросить справку: Артём' }))
    await cardOf('Справка для налоговой: Артём')
    await user.click(screen.getByRole('button', { name: 'Вера' }))
    await user.click(screen.getByRole('radio', { name: '2026' }))
    await waitFor(() => expect(callsOf(read).at(-1)?.url.search).toBe('?year=2026'))
    expect(here()).toBe(`/tax-deduction?year=2026&student=${sister.studentUuid}`)
    expect(history.length).toBe(5)
  })

  test('keeps the focus at the year, also when it does not load', async () => {
    const { server } = await open(taxDeduction([taxStudent()]))
    const year = await screen.findByRole('radio', { name: '2026' })
    server[read] = 'offline'
    await userEvent.click(year)
    await screen.findByRole('button', { name: 'Попробовать снова' })
    expect([document.activeElement, year.isConnected]).toEqual([year, true])
    expect(year).toHaveProperty('checked', true)
  })

  test('shows a long list of operations in portions', async () => {
    await open(taxDeduction([taxStudent({ operations: Array.from({ length: 120 }, () => operation()) })]))
    const rowsShown = async () => (await within(await screen.findByRole('table')).findAllByRole('row')).length - 1
    expect(await rowsShown()).toBe(50)
    const user = userEvent.setup()
    await user.click(screen.getByRole('button', { name: 'Показать ещё' }))
    expect([await rowsShown(), screen.getByText('Показано 100 из 120') !== null]).toEqual([100, true])
    await user.click(screen.getByRole('button', { name: 'Показать ещё' }))
    expect([await rowsShown(), screen.queryByRole('button', { name: 'Показать ещё' })]).toEqual([120, null])
  })

  test.each([
    ['another-payer', 'За 2025 год платили не вы'],
    ['maternity-capital', 'За 2025 год платили материнским капиталом'],
    ['nothing-paid', 'За 2025 год оплат нет'],
    ['data-erased', 'Данные ученика удалены'],
    ['child-closed', 'Новая справка для вас не открыта'],
    ['year-not-over', '2025 год ещё идёт'],
    ['too-long-ago', 'За 2025 год вычет уже не вернуть'],
  ] as const)('shows why a certificate is impossible: %s', async (obstacle, text) => {
    await open(taxDeduction([taxStudent({ obstacles: ['applicant-tax-number', obstacle] })]))
    expect(textOf(await cardOf('Справка для налоговой'))).toContain(text)
    expect(screen.queryByRole('button', { name: 'Запросить справку' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Указать' })).toBeNull()
  })

  test('warns after the expiry date of the rules', async () => {
    const { rules } = taxDeduction([])
    const confirmation = { confirmedBy: 'бухгалтер', confirmedOn: '2025-01-15', validUntil: '2025-12-31' }
    await open(taxDeduction([taxStudent()], { rules: { ...rules, confirmation } }))
    expect(await screen.findByText('Лимиты и ставку пора подтвердить заново')).toBeTruthy()
  })

  test('names only the law where the school has confirmed nothing', async () => {
    const { rules } = taxDeduction([])
    await open(taxDeduction([taxStudent()], { rules: { ...rules, confirmation: null } }))
    expect(await screen.findByText('Лимиты и ставка: ст. 219 и 224 НК РФ.')).toBeTruthy()
    expect(screen.queryByText(/За расчёт отвечает/)).toBeNull()
  })
})

describe('Missing details', () => {
  const missing = taxStudent({
    obstacles: ['applicant-name', 'applicant-tax-number', 'student-name', 'student-birth-date', 'student-tax-number'],
  })

  test('are listed with an action each', async () => {
    await open(taxDeduction([missing]))
    const card = await cardOf('Справка для налоговой')
    expect(within(card).getAllByRole('listitem').map(spacedTextOf)).toEqual([
      'Ваши фамилия, имя и отчество полностью, без инициалов Указать в профиле',
      'Ваш ИНН Указать',
      'Фамилия, имя и отчество ученика полностью: их исправит школа Написать в школу',
      'ИНН и дата рождения: Артём Указать',
    ])
    expect(within(card).getByRole('link', { name: 'Указать в профиле' }).getAttribute('href')).toBe('/profile')
  })

  test('are read again after the name was entered in the profile', async () => {
    const { app } = await open(taxDeduction([missing]), {
      'PATCH /api/v1/profile': { body: person(['parent'], { patronym: 'Игоревна' }) },
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('link', { name: 'Указать в профиле' }))
    await user.click(await screen.findByRole('button', { name: 'Изменить имя' }))
    await user.type(await screen.findByLabelText(/^Отчество/), 'Игоревна')
    const { queryKey } = taxDeductionQuery(2025)
    const isOutdated = () => app.queryClient.getQueryState(queryKey)?.isInvalidated
    expect(isOutdated()).toBe(false)
    await user.click(screen.getByRole('button', { name: 'Сохранить' }))
    await waitFor(() => expect(isOutdated()).toBe(true))
  })

  test('are entered in a form that shows errors, keeps its text and refetches the page', async () => {
    const obstacles = ['student-birth-date', 'student-tax-number'] as const
    const { particulars } = taxStudent()
    const before = taxStudent({
      obstacles: [...obstacles],
      particulars: { ...particulars, taxNumber: null, bornOn: null },
    })
    const { server, callsOf, here } = await open([taxDeduction([before]), taxDeduction([taxStudent()])], {
      [saveCall]: {
        problem: 'invalid-values',
        status: 422,
        errors: [
          { path: 'taxNumber', message: 'wrong-value' },
          { path: 'bornOn', message: 'not-allowed' },
        ],
      },
    })
    const user = userEvent.setup()
    await user.click(await screen.findByRole('button', { name: 'Указать' }))
    const dialog = await screen.findByRole('dialog', { name: 'Данные ученика для справки' })
    expect(here()).toBe('/tax-deduction?year=2025&dialog=student')
    const number = within(dialog).getByRole('textbox', { name: 'ИНН' })
    const save = within(dialog).getByRole('button', { name: 'Сохранить' })

    await user.type(number, '7700')
    await user.click(save)
    expect(within(dialog).getByText('В ИНН человека 12 цифр.')).toBeTruthy()
    expect(within(dialog).getByText('Укажите день, месяц и год.')).toBeTruthy()
    expect(callsOf(saveCall)).toHaveLength(0)

    await user.clear(number)
    await user.type(number, '7700 0000 0083')
    await user.type(within(dialog).getByLabelText('Дата рождения'), '2013-05-20')
    await user.click(save)
    expect(await within(dialog).findByText(/Такого ИНН не бывает/)).toBeTruthy()
    expect(within(dialog).getByText(/её может исправить только школа/)).toBeTruthy()

    server[saveCall] = 'offline'
    await user.clear(number)
    await user.type(number, '770000000082')
    await user.click(save)
    expect(textOf(await within(dialog).findByRole('alert'))).toContain('Нет связи с сервером')
    expect((number as HTMLInputElement).value).toBe('770000000082')

    server[saveCall] = { body: particulars }
    await user.dblClick(save)
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    const sent = callsOf(saveCall).map(({ body }) => JSON.parse(body ?? ''))
    expect(sent).toHaveLength(3)
    expect(sent[2]).toEqual({ userUuid: before.studentUuid, taxNumber: '770000000082', bornOn: '2013-05-20' })
    expect(await screen.findByRole('button', { name: 'Запросить справку' })).toBeTruthy()
    expect(here()).toBe('/tax-deduction?year=2025')
  })
})

describe('The certificate', () => {
  const at = '2026-11-20T09:00:00Z'

  test('is requested once for a double click, and with another key after a refusal', async () => {
    const requested = taxStudent({ certificate: certificate() })
    const { server, callsOf } = await open(taxDeduction([taxStudent()]), {
      [ask]: { problem: 'state-conflict', status: 409 },
    })
    const user = userEvent.setup()
    const button = await screen.findByRole('button', { name: 'Запросить справку' })
    await user.click(button)
    expect(textOf(await within(await cardOf('Справка для налоговой')).findByRole('alert'))).toContain(
      'Не удалось запросить справку.',
    )
    const { promise, resolve } = Promise.withResolvers<Reply>()
    server[ask] = () => promise
    server[read] = { body: taxDeduction([requested]) }
    await user.dblClick(button)
    resolve({ body: certificate() })
    const states = await screen.findByRole('list', { name: 'Статус справки' })
    expect(within(states).getAllByRole('listitem').map(textOf)).toEqual([
      expect.stringMatching(/^Сделано:Запрошена20 ноября/),
      'Подготовлена',
      'Готова',
    ])
    // The button is gone: the focus stays in the card.
    expect((await cardOf('Справка для налоговой')).contains(document.activeElement)).toBe(true)
    // However often it was sent, a key has one effect.
    const keys = callsOf(ask).map(({ headers }) => headers.get('idempotency-key'))
    const [refused, ...again] = keys
    expect([again.includes(refused ?? null), new Set(again).size]).toEqual([false, 1])
    expect(JSON.parse(callsOf(ask).at(-1)?.body ?? '')).toEqual({ year: 2025, studentUuid: requested.studentUuid })
  })

  test('is downloaded by a URL requested on click', async () => {
    const ready = certificate({ state: 'ready', preparedAt: at, readyAt: at })
    const old = taxDeduction([taxStudent({ certificate: ready, certificateUrl: '/api/v1/document/old' })])
    const fresh = taxDeduction([taxStudent({ certificate: ready, certificateUrl: '/api/v1/document/fresh' })])
    const { left } = await open([old, fresh])
    const download = await screen.findByRole('button', { name: 'Скачать справку, PDF' })
    // What became of the request is of interest until then.
    expect(textOf(await cardOf('Справка для налоговой'))).toMatch(
      /^Справка для налоговой№\s\S+ на 50 000 ₽, готова 20 ноября 2026 г\.Скачать/,
    )
    expect(screen.queryByRole('list', { name: 'Статус справки' })).toBeNull()
    await userEvent.setup().click(download)
    await waitFor(() => expect(left).toEqual(['/api/v1/document/fresh']))
  })

  test('of each child is downloaded from the card of the family, where a sum of 0 says why', async () => {
    const ready = certificate({ state: 'ready', preparedAt: at, readyAt: at })
    const sister = 'c0000000-0000-4000-8000-000000000002'
    const brother = 'c0000000-0000-4000-8000-000000000003'
    const children = [
      taxStudent({ paid: 0, counted: 0, refund: 0, operations: [], obstacles: ['nothing-paid'] }),
      taxStudent({ studentUuid: sister, firstName: 'Вера', certificate: ready, certificateUrl: '/certificate/vera' }),
      taxStudent({
        studentUuid: brother,
        firstName: 'Глеб',
        paid: 0,
        counted: 0,
        refund: 0,
        operations: [operation({ paidBy: 'another' })],
        obstacles: ['another-payer'],
      }),
    ]
    const { left } = await open(taxDeduction(children), {}, `?year=2025&student=${brother}`)
    expect(spacedTextOf(await cardOf('За 2025 год семья может вернуть'))).toContain(
      ['Артём платежей в 2025 году не было 0 ₽', 'Вера Скачать справку : Вера 6 500 ₽ Глеб платили не вы 0 ₽'].join(
        ' ',
      ),
    )
    await userEvent.setup().click(screen.getByRole('button', { name: 'Скачать справку: Вера' }))
    await waitFor(() => expect(left).toEqual(['/certificate/vera']))
    // It is the same row when the child is chosen.
    await userEvent.setup().click(screen.getByRole('button', { name: 'Вера' }))
    await screen.findByRole('button', { name: 'Скачать справку, PDF' })
    expect(screen.getByRole('button', { name: 'Скачать справку: Вера' })).toBeTruthy()
  })

  test('is not offered on the card of the family before the year is over', async () => {
    const sister = taxStudent({ studentUuid: 'c0000000-0000-4000-8000-000000000002', firstName: 'Вера' })
    const children = [taxStudent(), sister].map((child) => ({ ...child, obstacles: ['year-not-over' as const] }))
    await open(taxDeduction(children))
    const family = await cardOf('За 2025 год семья может вернуть')
    expect(within(family).getAllByText('справка с 1 января 2026 года')).toHaveLength(2)
    expect(within(family).queryByRole('link')).toBeNull()
  })

  test('that is outdated shows the change, and can be requested again', async () => {
    const outdated = certificate({ state: 'ready', preparedAt: at, readyAt: at, amount: 6_000_000, isOutdated: true })
    await open(taxDeduction([taxStudent({ certificate: outdated, certificateUrl: '/x' })]))
    const card = await cardOf('Справка для налоговой')
    expect(textOf(card)).toContain('В ней 60 000 ₽, а сейчас ваши расходы за год — 50 000 ₽.')
    expect(within(card).getByRole('button', { name: 'Запросить исправленную' })).toBeTruthy()
  })

  test('that is outdated by another name says what is missing for a corrected one', async () => {
    const outdated = certificate({ state: 'ready', preparedAt: at, readyAt: at, amount: 5_000_000, isOutdated: true })
    const student = taxStudent({ certificate: outdated, certificateUrl: '/x', obstacles: ['applicant-name'] })
    await open(taxDeduction([student]))
    const card = await cardOf('Справка для налоговой')
    expect(textOf(card)).toContain('Имя, ИНН или дату рождения изменили')
    expect(within(card).getByRole('link', { name: 'Указать в профиле' })).toBeTruthy()
    expect(within(card).queryByRole('button', { name: 'Запросить исправленную' })).toBeNull()
  })

  test('shows completed steps and the current one', async () => {
    await open(taxDeduction([taxStudent({ certificate: certificate() })]))
    const card = await cardOf('Что сделать')
    const steps = within(card).getAllByRole('listitem')
    expect(steps.map((step) => [textOf(step).startsWith('Сделано:'), step.getAttribute('aria-current')])).toEqual([
      [true, null],
      [true, null],
      [false, 'step'],
      [false, null],
      [false, null],
    ])
  })
})
