import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import type { EditedNews, NewsPreview } from '#contract/school-news.ts'
import { fixedClock } from '#src/app/clock.ts'
import { person, visit } from '#tests/support/browser/browser-app.tsx'

const list = 'GET /api/v1/admin/news/list'
const publish = 'POST /api/v1/admin/news'
const id = '99999999-9999-4999-8999-999999999999'
const change = `PATCH /api/v1/admin/news/${id}`
const check = 'POST /api/v1/admin/news/preview'
const withdraw = `POST /api/v1/admin/news/${id}/withdraw`

const news: EditedNews = {
  id,
  title: 'Каникулы',
  contentHtml: '<p>Школа закрыта</p>',
  audience: { kind: 'everyone', title: null },
  isImportant: false,
  isAdvertising: false,
  publishAt: '2026-11-20T06:00:00.000Z',
  state: 'published',
  version: 3,
  notified: { count: 1200, isDone: true },
  author: 'Вера Орлова',
}
const checked: NewsPreview = {
  title: 'Ремонт',
  preview: 'Вход со двора',
  contentHtml: '<p>Вход <strong>со двора</strong></p>',
  recipients: 340,
  message: { language: 'ru', subject: 'Ремонт', text: 'Вход со двора Вся новость — в личном кабинете.' },
}
const page = (items: readonly object[]) => ({ body: { items, total: items.length, page: 1, pageSize: 20 } })

const openPanel = (replies: Parameters<typeof visit>[1] = {}, search = '') =>
  visit(
    `/adm-panel/?tab=news${search}`,
    {
      'GET /api/v1/profile': { body: person(['administrator']) },
      'GET /api/v1/admin/news/audience/list': {
        body: {
          territories: [{ id: 'b0000000-0000-4000-8000-000000000000', title: 'Сокол' }],
          courses: [],
          groups: [],
        },
      },
      [list]: page([news]),
      [check]: { body: checked },
      ...replies,
    },
    { clock: fixedClock(Date.parse('2026-11-20T07:00:00Z')) },
  )
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialog = () => screen.findByRole('dialog')
const typeText = async (text: string) => {
  await userEvent.click(await screen.findByRole('textbox', { name: 'Текст' }))
  await userEvent.keyboard(text)
}
const bodiesOf = (requests: { body: string | null }[]) => requests.map(({ body }) => JSON.parse(body ?? '{}'))

describe('A news item of the school', () => {
  test('is written for a territory at a time of the school, and is sent once by a double click', async () => {
    const { callsOf } = await openPanel({ [publish]: { status: 201, body: { id } } })
    await press('Написать новость')
    await press('Предпросмотр')
    expect(await screen.findByText('Напишите заголовок.')).toBeDefined()
    expect(screen.getByText('Напишите текст.')).toBeDefined()
    await userEvent.type(screen.getByLabelText('Заголовок'), 'Ремонт')
    await typeText('Вход со двора')
    await userEvent.selectOptions(screen.getByLabelText('Для кого'), 'Площадка')
    await press('Предпросмотр')
    expect(await screen.findByText('Выберите.')).toBeDefined()
    await userEvent.selectOptions(screen.getByLabelText('Площадка'), 'Сокол')
    await userEvent.selectOptions(screen.getByLabelText('Когда опубликовать'), 'В назначенное время')
    await userEvent.type(screen.getByLabelText(/^Время публикации/), '2026-11-23T09:30')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Важно' }))
    // The second press is not for the button that takes the place of this one.
    await userEvent.dblClick(screen.getByRole('button', { name: 'Предпросмотр' }))
    const shown = within(await screen.findByRole('dialog', { name: 'Проверьте новость' }))
    expect(callsOf(publish)).toEqual([])
    expect(bodiesOf(callsOf(check))).toEqual([
      {
        title: 'Ремонт',
        contentHtml: '<p>Вход со двора</p>',
        audience: { kind: 'territory', id: 'b0000000-0000-4000-8000-000000000000' },
      },
    ])
    expect(shown.getByText('Для кого: Сокол')).toBeDefined()
    expect(shown.getByText('Уведомление получат 340 человек.')).toBeDefined()
    expect(shown.getByText(/^Столько их сейчас/)).toBeDefined()
    const figures = shown.getAllByRole('figure').map((figure) => figure.textContent.replaceAll('\u00a0', ' '))
    expect(figures).toEqual([
      'В списке новостей и в уведомлении23 ноября 2026 г.ВажноРемонтВход со двора',
      'Вся новостьРемонтВход со двора',
      'В письме, которое уйдёт сразуРемонтВход со двора Вся новость — в личном кабинете.',
    ])
    await userEvent.dblClick(screen.getByRole('button', { name: 'Запланировать' }))
    await screen.findByText('Новость сохранена')
    expect(bodiesOf(callsOf(publish))).toEqual([
      {
        title: 'Ремонт',
        contentHtml: '<p>Вход со двора</p>',
        isImportant: true,
        audience: { kind: 'territory', id: 'b0000000-0000-4000-8000-000000000000' },
        publishAt: '2026-11-23T06:30:00.000Z',
      },
    ])
    expect(callsOf(list)).toHaveLength(2)
  })

  test('can be written while the list fails', async () => {
    await openPanel({ [list]: { problem: 'too-many-requests', status: 429 } })
    await screen.findByRole('button', { name: 'Попробовать снова' })
    await press('Написать новость')
    expect(await screen.findByLabelText('Заголовок')).toBeDefined()
  })

  test('keeps what was typed when the connection is lost, and is repeated under the same key', async () => {
    let isOnline = false
    const { callsOf } = await openPanel({
      [publish]: () => (isOnline ? { status: 201, body: { id } } : 'offline'),
    })
    await press('Написать новость')
    await userEvent.type(await screen.findByLabelText('Заголовок'), 'Ремонт')
    await typeText('Вход со двора')
    await press('Предпросмотр')
    await press('Опубликовать')
    expect(await within(await dialog()).findByRole('alert')).toHaveProperty(
      'textContent',
      expect.stringContaining('Не получилось'),
    )
    await press('Назад')
    expect(screen.getByLabelText('Заголовок')).toHaveProperty('value', 'Ремонт')
    expect(screen.getByRole('textbox', { name: 'Текст' }).textContent).toBe('Вход со двора')
    isOnline = true
    await press('Предпросмотр')
    await press('Опубликовать')
    await screen.findByText('Новость сохранена')
    const keys = callsOf(publish).map(({ headers }) => headers.get('idempotency-key'))
    expect([keys.length, new Set(keys).size]).toEqual([2, 1])
  })

  test('is not changed over the change of another tab, and the text stays', async () => {
    // The list is fetched again after each refusal: the item has another version, then it is taken back.
    let shown = news
    const { callsOf } = await openPanel({
      [list]: () => page([shown]),
      [change]: () => {
        shown = { ...news, version: shown.version + 1, state: shown === news ? 'published' : 'withdrawn' }
        return { problem: 'state-conflict', status: 409 }
      },
    })
    await press('Каникулы')
    await userEvent.type(await screen.findByLabelText('Заголовок'), ' осенью')
    await press('Предпросмотр')
    for (const refusals of [1, 2]) {
      await press('Сохранить')
      await waitFor(() => expect(callsOf(list)).toHaveLength(refusals + 1))
      expect(await screen.findByText(/^Новость изменили или сняли, пока вы писали/)).toBeDefined()
      expect(screen.getByLabelText('Заголовок')).toHaveProperty('value', 'Каникулы осенью')
    }
    await screen.findByText('Снята')
    expect(screen.getByLabelText('Заголовок')).toHaveProperty('value', 'Каникулы осенью')
    const body = { version: 3, title: 'Каникулы осенью', contentHtml: '<p>Школа закрыта</p>' }
    expect(bodiesOf(callsOf(change))).toEqual([body, body])
  })

  test('is not changed over another change by text that is restored after a sign-in', async () => {
    const { left } = await openPanel({
      [change]: { problem: 'unauthenticated', status: 401 },
      'GET /api/v1/auth/redirect-to-oauth-provider': { body: { location: 'https://id.example/auth' } },
    })
    await press('Каникулы')
    await userEvent.type(await screen.findByLabelText('Заголовок'), ' осенью')
    await press('Предпросмотр')
    await press('Сохранить')
    await waitFor(() => expect(left).toHaveLength(1))
    cleanup()
    const { callsOf } = await openPanel(
      { [list]: page([{ ...news, version: 4 }]), [change]: { problem: 'state-conflict', status: 409 } },
      `&dialog=news-edit&item=${id}`,
    )
    expect(await screen.findByLabelText('Заголовок')).toHaveProperty('value', 'Каникулы осенью')
    await press('Предпросмотр')
    await press('Сохранить')
    expect(await screen.findByText(/^Новость изменили или сняли, пока вы писали/)).toBeDefined()
    expect(bodiesOf(callsOf(change))).toMatchObject([{ version: 3 }])
  })

  test('is written on after its preview, with the text as it was', async () => {
    const { callsOf } = await openPanel({
      [publish]: { status: 201, body: { id } },
      [check]: { body: { ...checked, recipients: 0 } },
    })
    await press('Написать новость')
    await userEvent.type(await screen.findByLabelText('Заголовок'), 'Ремонт')
    await typeText('Вход со двора')
    await press('Предпросмотр')
    expect(await screen.findByText('Сейчас её никто не увидит')).toBeDefined()
    await press('Назад')
    expect(await screen.findByRole('dialog', { name: 'Написать новость' })).toBeDefined()
    expect(screen.queryByRole('figure')).toBeNull()
    await userEvent.type(screen.getByRole('textbox', { name: 'Заголовок' }), ' школы')
    await press('Предпросмотр')
    await press('Опубликовать')
    await screen.findByText('Новость сохранена')
    expect(bodiesOf(callsOf(publish))).toMatchObject([{ title: 'Ремонт школы', contentHtml: '<p>Вход со двора</p>' }])
  })

  test('shows beside its field what the server refuses, before and after the preview', async () => {
    const refusal = {
      problem: 'invalid-values',
      status: 422,
      errors: [{ path: 'audience', message: 'unknown' }],
    }
    let isGone = true
    const { callsOf } = await openPanel({
      [check]: () => (isGone ? refusal : { body: checked }),
      [publish]: refusal,
    })
    await press('Написать новость')
    await userEvent.type(await screen.findByLabelText('Заголовок'), 'Ремонт')
    await typeText('Вход со двора')
    await userEvent.selectOptions(screen.getByLabelText('Для кого'), 'Площадка')
    await userEvent.selectOptions(screen.getByLabelText('Площадка'), 'Сокол')
    await press('Предпросмотр')
    expect(await screen.findByText('Выберите.')).toBeDefined()
    isGone = false
    await userEvent.selectOptions(screen.getByLabelText(/^Площадка/), 'Сокол')
    await press('Предпросмотр')
    await press('Опубликовать')
    expect(await screen.findByText('Выберите.')).toBeDefined()
    expect(screen.getByRole('dialog', { name: 'Написать новость' })).toBeDefined()
    expect(callsOf(publish)).toHaveLength(1)
  })

  test('is asked about before its text is thrown away', async () => {
    await openPanel()
    await press('Написать новость')
    await userEvent.type(await screen.findByLabelText('Заголовок'), 'Ремонт')
    await press('Отменить')
    expect(await screen.findByRole('dialog', { name: 'Закрыть без сохранения?' })).toBeDefined()
  })

  test('is taken back after a confirmation', async () => {
    let isWithdrawn = false
    const { callsOf } = await openPanel({
      [list]: () => page([isWithdrawn ? { ...news, state: 'withdrawn' } : news]),
      [withdraw]: () => {
        isWithdrawn = true
        return { status: 204, body: null }
      },
    })
    await press('Что сделать с новостью: Каникулы')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Снять с публикации' }))
    await press('Снять с публикации')
    await screen.findByText('Новость снята')
    expect(callsOf(withdraw)).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Каникулы' })).toBeNull())
  })
})

describe('The page of the news', () => {
  const item = {
    id,
    title: 'Каникулы',
    preview: 'Школа закрыта',
    isImportant: true,
    publishedAt: news.publishAt,
  }
  const open = (at: string, replies: Parameters<typeof visit>[1] = {}) =>
    visit(at, {
      'GET /api/v1/profile': { body: person(['parent']) },
      'GET /api/v1/school-news/list': page([item]),
      [`GET /api/v1/school-news/${id}`]: { body: { ...item, contentHtml: news.contentHtml, changedAt: null } },
      ...replies,
    })

  test('shows the whole text of the item of a link', async () => {
    await open(`/news?item=${id}`)
    const shown = await screen.findByRole('dialog', { name: 'Каникулы' })
    expect(await within(shown).findByText('Школа закрыта')).toBeDefined()
    await press('Закрыть')
    expect(await screen.findByRole('link', { name: 'Каникулы' })).toBeDefined()
  })

  test('says that an item is gone, and shows the others', async () => {
    await open(`/news?item=${id}`, {
      [`GET /api/v1/school-news/${id}`]: { problem: 'not-found', status: 404 },
    })
    const shown = await screen.findByRole('dialog', { name: 'Новость школы' })
    expect(await within(shown).findByText('Этой новости больше нет')).toBeDefined()
  })

  test('shows an error of the item where its text would be', async () => {
    await open(`/news?item=${id}`, { [`GET /api/v1/school-news/${id}`]: 'offline' })
    const shown = await screen.findByRole('dialog')
    expect(await within(shown).findByRole('button', { name: 'Попробовать снова' })).toBeDefined()
  })
})
