import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { linkedAccounts, providerAccounts } from '#server/db/schema/identity.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { addUser, startAccountServer } from '#tests/support/server/account-server.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const olga = { login: 'olga.sokolova' }

const server = openForSuite(() => startAccountServer())
let visitor: Visitor
let userId: string

beforeAll(async () => {
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

/** Selects an account at the external provider, and follows redirects until a page or our application is reached. */
async function signInThrough(name: string, form: Record<string, string>, who = visitor) {
  const choice = await who.visitProvider(await buttonOf(name, who))
  return who.visitProvider(choice.url, form)
}

/** One request of the browser: returns the redirect target. */
async function step(url: string, who = visitor, form?: Record<string, string>): Promise<string> {
  const reply = await fetch(url, {
    redirect: 'manual',
    headers: { cookie: who.theirs.header(new URL(url).pathname) },
    ...(form && { method: 'POST', body: new URLSearchParams(form) }),
  })
  who.theirs.keep(reply.headers.getSetCookie())
  return new URL(reply.headers.get('location') ?? '', url).href
}

/** Selects an account at the external provider, and returns the response URL before the browser opens it. */
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
    const english = (await visitor.visitProvider(`${url}?lang=en`)).text
    expect(english).toContain('Sign in with')
    expect([english.includes('Yandex'), english.includes('Яндекс')]).toEqual([true, false])
  })

  test('sends state, nonce and PKCE, forces a new login and returns here', async () => {
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

  test('opens the requested page as the user who linked it', async () => {
    const { url } = await signInThrough('vk', olga)
    expect(url).toMatch(/^http:\/\/localhost:4999\/auth\/oauth-result\?code=/)
    expect((await visitor.sendResult(url)).json()).toEqual({ location: '/contracts' })
    expect(await firstName()).toBe('Ольга')
  })

  test('needs no password', async () => {
    await visitor.sendResult((await signInThrough('yandex', { login: 'kirill.tarasov' })).url)
    expect(await firstName()).toBe('Кирилл')
  })
})

describe('A sign-in is rejected', () => {
  test('through an account that is not linked; the form shows a message', async () => {
    const page = await signInThrough('vk', { login: 'guest-2035' })
    expect(page.text).toContain('Этот аккаунт VK ID не привязан ни к одному кабинету.')
    const [action = ''] = page.url.split('?')
    await visitor.sendResult((await visitor.visitProvider(action, { login: 'olga', password: demoPassword })).url)
    expect(await firstName()).toBe('Ольга')
  })

  test.each([
    ['is linked at another provider only', olga],
    ['belongs to a user without a provider account', { login: 'andrey.morozov' }],
  ])('through an account that %s', async (_, form) => {
    expect((await signInThrough('yandex', form)).text).toContain('не привязан ни к одному кабинету')
  })

  test('after cancelling at the other provider, with a retry', async () => {
    const page = await signInThrough('vk', { cancel: 'yes' })
    expect(page.text).toContain('Вход через VK ID отменён.')
    expect((await visitor.visitProvider(page.url.replace('lang=ru', 'lang=en'))).text).toContain('was cancelled')
    const choice = await visitor.visitProvider(`${page.url.split('?')[0]}/through/vk?lang=ru`)
    await visitor.sendResult((await visitor.visitProvider(choice.url, olga)).url)
    expect(await firstName()).toBe('Ольга')
  })

  test('with a response in another browser; the first browser can continue', async () => {
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

  test('with the state of another interaction of the same browser', async () => {
    const answer = new URL(await step(await answerOf('vk', olga)))
    const { url } = await openSignIn()
    const page = await visitor.visitProvider(`${url}/result/vk${answer.search}`)
    expect(page.text).toContain('занял слишком много времени или уже завершён')
  })

  test('with a repeated response: it redirects to the application without a code', async () => {
    const answer = await answerOf('vk', olga)
    await visitor.visitProvider(answer)
    expect((await visitor.visitProvider(answer)).url).toBe('http://localhost:4999/')
  })

  test.each<[string, (answer: string) => string, string]>([
    ['with an invalid code', (url) => url.replace(/code=[^&]+/, 'code=made-up'), 'VK ID: вход не подтверждён.'],
    ['with an error', (url) => url.replace(/code=[^&]+/, 'error=server_error'), 'VK ID сейчас не отвечает.'],
    ['of another provider', (url) => url.replace('result/vk', 'result/yandex'), 'Страница входа устарела'],
  ])('with a response %s', async (_, change, said) => {
    const answer = await answerOf('vk', olga)
    expect((await visitor.visitProvider(change(answer))).text).toContain(said)
  })

  test('with a response after ten minutes', async () => {
    const answer = await answerOf('vk', olga)
    server.pass({ minutes: 10 })
    expect((await visitor.visitProvider(answer)).text).toContain('Страница входа устарела')
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

test('The URL of the form can show only known messages', async () => {
  const { url } = await openSignIn()
  for (const query of ['through=evil&failure=unlinked', 'through=vk&failure=toString', 'failure=unlinked']) {
    expect((await visitor.visitProvider(`${url}?${query}`)).text).not.toContain('role="alert"')
  }
})

test('An unreachable provider is reported on the form; configured providers work without the demo', async () => {
  const link = { name: 'school', issuer: 'http://localhost:9', clientId: 'lk', clientSecret: undefined }
  const other = await startAccountServer({ DEMO: false, LINK_PROVIDERS: ['school'], LINKS: [link] })
  const who = visitorOf(other.app)
  const page = await who.visitProvider(await buttonOf('school', who))
  expect(page.text).toContain('school сейчас не отвечает.')
  await other.close()
})
