import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isRichTextLink, richTextTags } from '#contract/input-formats.ts'
import { ticketLength } from '#contract/limits.ts'
import type { QueuedTicket } from '#contract/people/tickets.ts'
import { deliveries, notifications } from '#server/db/schema/notifications.ts'
import { guardianships, users } from '#server/db/schema/people.ts'
import { ticketMessages, tickets } from '#server/db/schema/schedule.ts'
import { sanitizeRichText } from '#server/html/rich-text.ts'
import { recordEvents } from '#tests/support/integration/recorded-events.ts'
import { openTestApp, type Person, type TestApp } from '#tests/support/server/app.ts'

const create = 'POST /v1/schedule/ticket/create'
const list = 'GET /v1/schedule/ticket/list'

let server: TestApp
beforeAll(async () => {
  // In Moscow the next year has begun.
  server = await openTestApp({ now: new Date('2026-12-31T21:30:00Z') })
})
afterAll(() => server.close())

const write = (person: Person, contentHtml: string, key: string = randomUUID()) =>
  person.call(create, { body: { contentHtml }, headers: { 'idempotency-key': key } })

describe('A ticket', () => {
  test('returns its number with the school’s year and is listed for its author only', async () => {
    const [parent, student] = await Promise.all([
      server.signInAs({ roles: ['parent'] }),
      server.signInAs({ roles: ['student'] }),
    ])
    const published = await recordEvents(server.opened.database)
    const first = await write(parent, '<p>Можно <strong>раньше</strong>?</p>')
    const second = await write(parent, '<p>И ещё.</p>')
    expect(await published(first.json().uuid)).toEqual([
      ['ticket.created', { collection: 'tickets', sourcedId: first.json().uuid, number: first.json().number }],
    ])
    expect([first.statusCode, first.json()]).toEqual([
      201,
      { uuid: expect.any(String), number: expect.stringMatching(/^Р-2027-\d{6}$/) },
    ])
    const ticket = {
      topic: 'schedule',
      state: 'received',
      isUnread: false,
      student: null,
      lastMessage: null,
      author: null,
      recipient: null,
      createdAt: '2026-12-31T21:30:00.000Z',
      answeredAt: null,
      dueAt: '2027-01-01T21:30:00.000Z',
    }
    expect((await parent.call(list)).json()).toEqual([
      { ...second.json(), ...ticket, subject: 'И ещё' },
      { ...first.json(), ...ticket, subject: 'Можно раньше?' },
    ])
    expect((await student.call(list)).json()).toEqual([])
  })

  test('is read by its author as a conversation, and its answer is new until then', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const [ticket] = await server.opened.database
      .insert(tickets)
      .values({
        number: 'Р-2026-900001',
        authorId: parent.userId,
        topic: 'payments',
        contentHtml: '<p>Где чек?</p>',
        state: 'answered',
        createdAt: new Date('2026-10-01T09:00:00Z'),
        answerHtml: '<p>Прислали на почту.</p>',
        answeredAt: new Date('2026-10-02T09:00:00Z'),
      })
      .returning()
    const uuid = ticket?.id ?? ''
    const message = { ticketId: uuid, authorId: parent.userId }
    const [second] = await server.opened.database
      .insert(ticketMessages)
      .values([
        { ...message, kind: 'answer', contentHtml: '<p>И СМС.</p>', createdAt: new Date('2026-10-04T09:00:00Z') },
        { ...message, kind: 'note', contentHtml: '<p>Секрет</p>', createdAt: new Date('2026-10-03T09:00:00Z') },
      ])
      .returning()
    const listed = {
      uuid,
      number: 'Р-2026-900001',
      topic: 'payments',
      subject: 'Где чек?',
      student: null,
      state: 'answered',
      createdAt: '2026-10-01T09:00:00.000Z',
      answeredAt: '2026-10-04T09:00:00.000Z',
      dueAt: null,
      isUnread: true,
      author: null,
      recipient: null,
    }
    const lastMessage = { isOwn: false, at: '2026-10-04T09:00:00.000Z', preview: 'И СМС.' }
    expect((await parent.call(list)).json()).toEqual([{ ...listed, lastMessage }])
    const conversation = await parent.call(`GET /v1/schedule/ticket/${uuid}`)
    expect(conversation.json()).toEqual({
      ...listed,
      contentHtml: '<p>Где чек?</p>',
      files: [],
      messages: [
        {
          uuid,
          isOwn: false,
          by: null,
          contentHtml: '<p>Прислали на почту.</p>',
          files: [],
          at: '2026-10-02T09:00:00.000Z',
        },
        {
          uuid: second?.id,
          isOwn: false,
          by: null,
          contentHtml: '<p>И СМС.</p>',
          files: [],
          at: '2026-10-04T09:00:00.000Z',
        },
      ],
    })
    const path = `/messages?ticket=${uuid}`
    const about = {
      category: 'tickets',
      kind: 'ticket-answered',
      values: { ru: {}, en: {} },
      path,
      at: server.clock.now,
    } as const
    await server.opened.database
      .insert(notifications)
      .values({ ...about, userId: parent.userId, key: 'answer', groupKey: 'answer' })
    const unread = async () => [
      (await parent.call('GET /v1/learning/unseen')).json().at(-1),
      (await parent.call('GET /v1/profile/notification/unread')).json(),
    ]
    expect(await unread()).toEqual([{ section: 'messages', count: 1 }, { count: 1 }])
    expect((await parent.call(`POST /v1/schedule/ticket/${uuid}/read`)).statusCode).toBe(204)
    expect(await unread()).toEqual([{ section: 'messages', count: 0 }, { count: 0 }])
    expect((await parent.call(list)).json()).toEqual([{ ...listed, lastMessage, isUnread: false }])

    const found = async (search: string) => (await parent.call(`${list}?search=${encodeURIComponent(search)}`)).json()
    for (const words of ['ГДЕ ЧЕК', 'прислАли смс', '900001 почту']) expect(await found(words)).toHaveLength(1)
    for (const words of ['секрет', 'чек школа', 'strong', '%']) expect(await found(words)).toEqual([])
  })

  test('counts for administrators until one takes it, for that one until it is answered, as the queue does', async () => {
    const [parent, administrator, colleague] = await Promise.all([
      server.signInAs({ roles: ['parent'] }),
      server.signInAs({ roles: ['administrator'] }),
      server.signInAs({ roles: ['administrator'] }),
    ])
    const countOf = async (person: Person) => {
      const { items } = (await person.call('GET /v1/admin/ticket/queue')).json<{ items: QueuedTicket[] }>()
      const { count } = (await person.call('GET /v1/learning/unseen')).json()[0]
      expect(items.filter(({ isToAnswer }) => isToAnswer)).toHaveLength(count)
      return count
    }
    const counts = async () => [await countOf(administrator), await countOf(colleague)]
    const before = await countOf(administrator)
    const { uuid } = (await write(parent, '<p>Где занятие?</p>')).json<{ uuid: string }>()
    expect(await counts()).toEqual([before + 1, before + 1])
    const set = (to: Partial<typeof tickets.$inferInsert>) =>
      server.opened.database.update(tickets).set(to).where(eq(tickets.id, uuid))
    await set({ state: 'inProgress', assigneeId: administrator.userId })
    expect(await counts()).toEqual([before + 1, before])
    await set({ state: 'answered', answeredAt: new Date(), answerHtml: '<p>В зале</p>' })
    expect(await counts()).toEqual([before, before])
  })

  test('of another author is neither read nor answered', async () => {
    const [author, other] = await Promise.all([
      server.signInAs({ roles: ['parent'] }),
      server.signInAs({ roles: ['parent'] }),
    ])
    const { uuid } = (await write(author, '<p>Моё</p>')).json<{ uuid: string }>()
    const headers = { 'idempotency-key': randomUUID() }
    const answers = await Promise.all([
      other.call(`GET /v1/schedule/ticket/${uuid}`),
      other.call(`POST /v1/schedule/ticket/${uuid}/read`),
      other.call(`POST /v1/schedule/ticket/${uuid}/reply`, { body: { contentHtml: '<p>Чужое</p>' }, headers }),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([404, 404, 404])
    expect((await author.call(`GET /v1/schedule/ticket/${uuid}`)).json().messages).toEqual([])
  })

  test('is about a child of its author only, whom the list and the conversation name', async () => {
    const { database } = server.opened
    const [author, child, stranger] = await Promise.all([
      server.signInAs({ roles: ['parent'] }),
      server.signInAs({ roles: ['student'] }),
      server.signInAs({ roles: ['student'] }),
    ])
    await database.insert(guardianships).values({ guardianId: author.userId, childId: child.userId })
    await database.update(users).set({ firstName: 'Артём' }).where(eq(users.id, child.userId))
    const about = (studentUuid: string, by = author) =>
      by.call(create, {
        body: { contentHtml: '<p>Здравствуйте, Анна! Артём болеет до пятницы. Что делать?</p>', studentUuid },
        headers: { 'idempotency-key': randomUUID() },
      })
    const { uuid } = (await about(child.userId)).json<{ uuid: string }>()
    const named = { student: { uuid: child.userId, firstName: 'Артём' }, subject: 'Артём болеет до пятницы' }
    expect((await author.call(list)).json()).toMatchObject([{ uuid, ...named }])
    expect((await author.call(`GET /v1/schedule/ticket/${uuid}`)).json()).toMatchObject(named)
    const refused = await Promise.all([about(stranger.userId), about(child.userId, child)])
    expect(refused.map(({ statusCode }) => statusCode)).toEqual([404, 404])
    expect((await child.call(list)).json()).toEqual([])
  })

  test('with newer messages comes first', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const [older, newer] = [await write(parent, '<p>Первое</p>'), await write(parent, '<p>Второе</p>')]
    const ids = async () => (await parent.call(list)).json<{ uuid: string }[]>().map(({ uuid }) => uuid)
    expect(await ids()).toEqual([newer.json().uuid, older.json().uuid])
    const reply = { contentHtml: '<ul><li><p>Ещё</p></li></ul>' }
    server.clock.now = new Date('2026-12-31T21:31:00Z')
    await parent.call(`POST /v1/schedule/ticket/${older.json().uuid}/reply`, {
      body: reply,
      headers: { 'idempotency-key': randomUUID() },
    })
    expect(await ids()).toEqual([older.json().uuid, newer.json().uuid])
  })

  test('is stored once per idempotency key', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const key = randomUUID()
    const answers = await Promise.all([1, 2, 3].map(() => write(parent, '<p>Один раз</p>', key)))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 201, 201])
    expect(new Set(answers.map((answer) => answer.json<{ number: string }>().number)).size).toBe(1)
    expect((await parent.call(list)).json()).toHaveLength(1)
  })

  test('is confirmed by one email in the language of the page', async () => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const email = `${randomUUID()}@example.org`
    await server.opened.database.update(users).set({ email }).where(eq(users.id, parent.userId))
    const key = randomUUID()
    const body = { contentHtml: '<p>Hello</p>' }
    const headers = { 'idempotency-key': key, 'accept-language': 'en' }
    const answer = await parent.call(create, { body, headers })
    await parent.call(create, { body, headers })
    const queued = await server.opened.database
      .select({
        kind: deliveries.kind,
        values: deliveries.values,
        language: deliveries.language,
        path: deliveries.path,
      })
      .from(deliveries)
      .where(eq(deliveries.target, email))
    const { uuid, number } = answer.json<{ uuid: string; number: string }>()
    const path = `/messages?ticket=${uuid}`
    expect(queued).toEqual([{ kind: 'ticket-received', values: { number, student: '' }, language: 'en', path }])
  })

  test.each([
    ['nothing', '', 'too-short'],
    ['empty paragraphs', '<p> </p><p><br>&nbsp;\u200b</p>', 'too-short'],
    ['a script alone', '<script>alert(1)</script>', 'too-short'],
    ['too much', `<p>${'ы'.repeat(ticketLength)}</p>`, 'too-long'],
    ['too much after rendering', '&'.repeat(ticketLength - 10), 'too-long'],
  ])('with %s is rejected and not listed', async (_, contentHtml, message) => {
    const parent = await server.signInAs({ roles: ['parent'] })
    const answer = await write(parent, contentHtml)
    expect([answer.statusCode, answer.json<{ errors: object }>().errors]).toEqual([
      422,
      [{ path: 'contentHtml', message }],
    ])
    expect((await parent.call(list)).json()).toEqual([])
  })
})

describe('Sanitized HTML', () => {
  test.each([
    ['a link with code', '<p><a href="javascript:alert(1)">тут</a></p>', '<p>тут</p>'],
    ['a link with data', '<a href="data:text/html,<script>1</script>">тут</a>', 'тут'],
    ['a link to a host that resembles ours', '<a href="/\\evil.example">тут</a>', 'тут'],
    ['a link without its scheme', '<a href="//evil.example">тут</a>', 'тут'],
    ['a link with a tab in its scheme', '<a href="java\tscript:alert(1)">тут</a>', 'тут'],
    ['an internal link', '<a href="/schedule?item=1&amp;date=2026-11-20">тут</a>', null],
    ['a web link', '<a href="https://school.example/a?b=1">тут</a>', null],
    ['an email address', '<a href="mailto:school@example.org">нам</a>', null],
    ['a picture with a script', '<p>а<img src=x onerror=alert(1)>б</p>', '<p>аб</p>'],
    ['a drawing with a script', '<svg><style><img src=x onerror=alert(1)></style></svg>я', 'я'],
    ['event handlers and styles', '<p onclick="x()" style="position:fixed" class="a">я</p>', '<p>я</p>'],
    ['synonyms of bold and italic', '<b>а</b><i>б</i>', '<strong>а</strong><em>б</em>'],
    ['headings and tables', '<h1>а</h1><table><tr><td>б</td></tr></table>', 'аб'],
    ['lists and quotations', '<ul><li><p>а</p></li></ul><blockquote><p>б</p></blockquote>', null],
    ['characters that look like markup', '1 &lt; 2 &amp; <p>x</p>', null],
  ])('of %s', (_, html, left) => {
    expect(sanitizeRichText(html)).toBe(left ?? html)
  })

  const tag = fc.constantFrom(
    'p',
    'a',
    'ul',
    'li',
    'b',
    'em',
    'div',
    'script',
    'style',
    'svg',
    'math',
    'textarea',
    'br',
    'blockquote',
    'title',
    'noscript',
    'template',
    'form',
    'table',
    'td',
    'iframe',
    'x-y',
    'P',
    'A',
  )
  const address = fc.constantFrom(
    'javascript:alert(1)',
    'JaVaScRiPt&#58;alert(1)',
    'data:text/html,x',
    '//evil.example',
    '/\\evil',
    ' javascript:1',
    'java&#9;script:1',
    '/schedule?a=1&b=2',
    'https://x.example/"><img>',
    'mailto:a@b',
    'vbscript:1',
    '&#x01;javascript:1',
    '',
  )
  const attribute = fc.oneof(
    address.map((value) => ` href="${value}"`),
    address.map((value) => ` href=${value}`),
    fc.constantFrom(
      ' onclick=alert(1)',
      ' style="x"',
      ' target=_blank',
      ' xlink:href="javascript:1"',
      ' href',
      ' "',
      " '",
      ' <',
      ' /',
    ),
  )
  const piece = fc.oneof(
    fc.tuple(tag, fc.array(attribute, { maxLength: 3 })).map(([name, own]) => `<${name}${own.join('')}>`),
    tag.map((name) => `</${name}>`),
    fc.constantFrom(
      '<!--',
      '-->',
      '<![CDATA[',
      ']]>',
      '<',
      '>',
      '&',
      '&lt;',
      '&amp;lt;',
      '&#60;',
      '"',
      "'",
      '\0',
      '<!doctype>',
      '<?x',
      '</',
      '\u2028',
      'я',
    ),
    fc.string({ maxLength: 5 }),
  )
  const hostile = fc.array(piece, { maxLength: 30 }).map((pieces) => pieces.join(''))

  test('holds only allowed markup for any input', () => {
    fc.assert(
      fc.property(hostile, (html) => {
        for (const [, name, own] of sanitizeRichText(html).matchAll(/<\/?([^\s/>]*)([^>]*)>/g)) {
          expect(richTextTags as readonly string[]).toContain(name)
          const href = /^ href="([^"]*)"$/.exec(own ?? '')?.[1]
          if (href === undefined) expect(own?.replace(/ ?\/$/, '')).toBe('')
          else expect(isRichTextLink(href.replaceAll('&amp;', '&'))).toBe(true)
        }
      }),
      { numRuns: 2000 },
    )
  })

  test('has a limited nesting depth', () => {
    const deep = sanitizeRichText(`${'<ul><li>'.repeat(2000)}я`)
    expect([deep.match(/<ul>/g)?.length, sanitizeRichText(deep) === deep]).toEqual([6, true])
  })
})
