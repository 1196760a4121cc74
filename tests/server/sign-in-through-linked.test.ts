import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { demoPassword } from '#server/db/demo/accounts.ts'
import { linkedAccounts, providerAccounts } from '#server/db/schema/identity.ts'
import { type AccountServer, addUser, startAccountServer } from '#tests/support/account-server.ts'
import { type Visitor, visitorOf } from '#tests/support/sign-in.ts'

const olga = { login: 'olga.sokolova' }

let server: AccountServer
let visitor: Visitor
let userId: string

beforeAll(async () => {
  server = await startAccountServer()
  userId = await server.addPerson({ login: 'olga', name: 'Ольга Соколова', roles: ['parent'] })
  const withoutPassword = await server.addPerson({ login: 'kirill', name: 'Кирилл Тарасов', roles: ['rtk_user'] })
  await server.database
    .update(providerAccounts)
    .set({ passwordHash: null })
    .where(eq(providerAccounts.subject, 'sub-kirill'))
  const unknownThere = await addUser(server.database, { name: 'Андрей Морозов', subject: 'no-such-subject' })
  await server.database.insert(linkedAccounts).values([
    { userId, ...accountOf('vk', 'olga.sokolova') },
    { userId: withoutPassword, ...accountOf('yandex', 'kirill.tarasov') },
    { userId: unknownThere, ...accountOf('yandex', 'andrey.morozov') },
  ])
})
afterAll(() => server.close())

beforeEach(() => {
  visitor = visitorOf(server.app)
})

function accountOf(provider: string, login: string) {
  return { provider, login, externalSubject: login, linkedAt: server.now() }
}

const openSignIn = async (who = visitor) => who.visitProvider(await who.startSignIn('/contracts'))

/** The address of the button on the sign-in page. */
async function buttonOf(name: string, who = visitor): Promise<string> {
  const { text, url } = await openSignIn(who)
  const [, href = ''] = new RegExp(`href="(/interaction/[\\w-]+/through/${name}\\?lang=ru)"`).exec(text) ?? []
  return new URL(href, url).href
}

/** Chooses an account at the other provider, and goes on until a page shows or ours is reached. */
async function signInThrough(name: string, form: Record<string, string>, who = visitor) {
  const choice = await who.visitProvider(await buttonOf(name, who))
  return who.visitProvider(choice.url, form)
}

/** One step of the browser: where it is sent. */
async function step(url: string, who = visitor, form?: Record<string, string>): Promise<string> {
  const reply = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: who.theirs.header(new URL(url).pathname) },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  who.theirs.keep(reply.headers.getSetCookie())
  return new URL(reply.headers.get('location') ?? '', url).href
}

/** Chooses an account at the other provider; the answer that the browser is about to bring back. */
async function answerOf(name: string, form: Record<string, string>, who = visitor): Promise<string> {
  const choice = await who.visitProvider(await buttonOf(name, who))
  return step(await step(choice.url, who, form), who)
}

const firstName = async (who = visitor) => (await who.ask('GET', '/api/v1/profile')).json().firstName

describe('Signing in through a linked account', () => {
  test('is offered for every provider whose accounts can be linked, in both languages', async () => {
    const { text, url } = await openSignIn()
    expect(text).toContain('Войти через')
    expect([...text.matchAll(/\/through\/(\w+)\?lang=ru"/g)].map(([, name]) => name)).toEqual(['yandex', 'vk'])
    expect((await visitor.visitProvider(`${url}?lang=en`)).text).toContain('Sign in with')
  })

  test('asks the other provider with state, nonce and PKCE, to say again who this is, and to come back here', async () => {
    const { pathname, searchParams } = new URL(await step(await buttonOf('vk')))
    expect(pathname).toBe('/vk/auth')
    expect(Object.fromEntries(searchParams)).toMatchObject({
      redirect_uri: `${server.provider.issuer}/sign-in-result/vk`,
      response_type: 'code',
      prompt: 'login',
      ui_locales: 'ru',
      code_challenge_method: 'S256',
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^[\w-]{43}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    })
    expect((await visitor.visitProvider(await buttonOf('vk'))).text).toContain('С каким аккаунтом войти?')
  })

  test('leads to the page that was wanted, as the person who linked it', async () => {
    const { url } = await signInThrough('vk', olga)
    expect(url).toMatch(/^http:\/\/localhost:4999\/auth\/oauth-result\?code=/)
    expect((await visitor.sendResult(url)).json()).toEqual({ location: '/contracts' })
    expect(await firstName()).toBe('Ольга')
  })

  test('needs no password', async () => {
    await visitor.sendResult((await signInThrough('yandex', { login: 'kirill.tarasov' })).url)
    expect(await firstName()).toBe('Кирилл')
  })

  test('signs in whoever does it last, also in a browser where somebody else is signed in', async () => {
    const page = await openSignIn()
    await visitor.sendResult((await signInThrough('yandex', { login: 'kirill.tarasov' })).url)
    const choice = await visitor.visitProvider(`${page.url}/through/vk?lang=ru`)
    await visitor.sendResult((await visitor.visitProvider(choice.url, olga)).url)
    expect(await firstName()).toBe('Ольга')
  })
})

describe('Nobody is signed in', () => {
  test('through an account that is linked to nobody; the form says so, and is there to go on with', async () => {
    const page = await signInThrough('vk', { login: 'guest-2035' })
    expect(page.text).toContain('Этот аккаунт VK ID не привязан ни к одному кабинету.')
    const [action = ''] = page.url.split('?')
    await visitor.sendResult((await visitor.visitProvider(action, { login: 'olga', password: demoPassword })).url)
    expect(await firstName()).toBe('Ольга')
  })

  test('through an account that is linked at another provider only', async () => {
    expect((await signInThrough('yandex', olga)).text).toContain('не привязан ни к одному кабинету')
  })

  test('through an account of a person who cannot sign in here at all', async () => {
    const page = await signInThrough('yandex', { login: 'andrey.morozov' })
    expect(page.text).toContain('не привязан ни к одному кабинету')
  })

  test('who thinks better of it at the other provider, and can try again', async () => {
    const page = await signInThrough('vk', { cancel: 'yes' })
    expect(page.text).toContain('Вход через VK ID отменён.')
    expect((await visitor.visitProvider(page.url.replace('lang=ru', 'lang=en'))).text).toContain('was cancelled')
    const choice = await visitor.visitProvider(`${page.url.split('?')[0]}/through/vk?lang=ru`)
    await visitor.sendResult((await visitor.visitProvider(choice.url, olga)).url)
    expect(await firstName()).toBe('Ольга')
  })

  test('by an answer that another browser brings; the browser that began still can', async () => {
    const answer = await answerOf('vk', olga)
    const thief = visitorOf(server.app)
    const page = await thief.visitProvider(answer)
    expect([page.status, page.url]).toEqual([400, expect.stringContaining('/result/vk?code=')])
    expect(page.text).toContain('Страница входа устарела')
    await openSignIn(thief)
    expect((await thief.visitProvider(answer)).status).toBe(400)
    await visitor.sendResult((await visitor.visitProvider(answer)).url)
    expect(await firstName()).toBe('Ольга')
  })

  test('by the state of one interaction in another one of the same browser', async () => {
    const answer = new URL(await step(await answerOf('vk', olga)))
    const { url } = await openSignIn()
    const page = await visitor.visitProvider(`${url}/result/vk${answer.search}`)
    expect(page.text).toContain('занял слишком много времени или уже завершён')
  })

  test('by an answer that is used again: it leads to the application, without a code', async () => {
    const answer = await answerOf('vk', olga)
    await visitor.visitProvider(answer)
    expect((await visitor.visitProvider(answer)).url).toBe('http://localhost:4999/')
  })

  test('by an answer that is used again after it led to nobody', async () => {
    const answer = await answerOf('vk', { login: 'guest-2035' })
    const finish = await step(answer)
    await visitor.visitProvider(answer)
    expect((await visitor.visitProvider(answer)).text).toContain('Страница входа устарела')
    expect((await visitor.visitProvider(finish)).text).toContain('или уже завершён')
  })

  test('by an answer that is ten minutes late', async () => {
    const answer = await answerOf('vk', olga)
    server.pass({ minutes: 10 })
    const page = await visitor.visitProvider(answer)
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Страница входа устарела')])
  })

  test('by a code that is made up', async () => {
    const answer = new URL(await answerOf('vk', olga))
    answer.searchParams.set('code', 'made-up')
    expect((await visitor.visitProvider(answer.href)).text).toContain('VK ID: вход не подтверждён.')
  })

  test('by an error of the other provider', async () => {
    const answer = new URL(await answerOf('vk', olga))
    answer.searchParams.delete('code')
    answer.searchParams.set('error', 'server_error')
    expect((await visitor.visitProvider(answer.href)).text).toContain('VK ID сейчас не отвечает.')
  })

  test('by an answer of a provider that was not asked', async () => {
    const answer = await answerOf('vk', olga)
    const page = await visitor.visitProvider(answer.replace('/sign-in-result/vk', '/sign-in-result/yandex'))
    expect([page.status, page.text]).toEqual([400, expect.stringContaining('Страница входа устарела')])
  })

  test.each([
    ['/sign-in-result/vk', 400, 'Страница входа устарела'],
    ['/sign-in-result/vk?code=x&state=made-up', 400, 'Страница входа устарела'],
    ['/sign-in-result/vk?code=x&state=a&state=b', 400, 'Страница входа устарела'],
    ['/sign-in-result/vk?code=x&state=%00', 400, 'Запрос на вход отклонён'],
    ['/sign-in-result/mailru?code=x&state=y', 404, 'Страница не найдена'],
    ['/interaction/none/through/vk', 400, 'Страница входа устарела'],
    ['/interaction/none/through/mailru', 404, 'Страница не найдена'],
  ])('%s', async (path, status, said) => {
    const page = await visitor.visitProvider(server.provider.issuer + path)
    expect([page.status, page.text]).toEqual([status, expect.stringContaining(said)])
  })
})

test('What the address of the form says went wrong is one of our own sentences, or nothing', async () => {
  const { url } = await openSignIn()
  for (const query of ['through=evil&failure=nobody', 'through=vk&failure=toString', 'failure=nobody']) {
    expect((await visitor.visitProvider(`${url}?${query}`)).text).not.toContain('role="alert"')
  }
})

test('A provider that does not answer is told on the form, and one that is configured is a way in without the demo', async () => {
  const link = { name: 'school', issuer: 'http://localhost:9', clientId: 'lk', clientSecret: undefined }
  const other = await startAccountServer({ DEMO: false, LINK_PROVIDERS: ['school'], LINKS: [link] })
  const who = visitorOf(other.app)
  const page = await who.visitProvider(await buttonOf('school', who))
  expect(page.text).toContain('school сейчас не отвечает.')
  await other.close()
})

test('Without a provider to link accounts of the page offers the form alone', async () => {
  const other = await startAccountServer({ LINK_PROVIDERS: [] })
  expect((await openSignIn(visitorOf(other.app))).text).not.toContain('Войти через')
  await other.close()
})
