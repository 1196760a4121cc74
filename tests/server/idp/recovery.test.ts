import { and, eq } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { deliveries } from '#server/db/schema/notifications.ts'
import { users } from '#server/db/schema/people.ts'
import { demoPassword } from '#server/idp/accounts/demo-accounts.ts'
import { startAccountServer } from '#tests/support/server/account-server.ts'
import { codeSentTo, otherThan } from '#tests/support/server/codes.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const newPassword = 'сирень под окном'

const server = openForSuite(() => startAccountServer({ TRUST_PROXY: 1 }))
let visitor: Visitor
let login: string
let email: string
let phone: string
let userId: string
let count = 0

beforeEach(async () => {
  // Past the rate-limit windows of the previous test.
  server.pass({ hours: 25 })
  count += 1
  login = `anna-${count}`
  email = `${login}@example.org`
  phone = `+7916555${String(count).padStart(4, '0')}`
  userId = await server.addPerson({ login, name: 'Анна Белова', roles: ['parent'] })
  await save({ email, phone, phoneVerifiedAt: server.now(), hasPassword: true })
  visitor = visitorOf(server.app)
})

const save = (changes: Partial<typeof users.$inferInsert>) =>
  server.database.update(users).set(changes).where(eq(users.id, userId))

type Page = Awaited<ReturnType<Visitor['visitProvider']>>

/** Opens the recovery page in a new sign-in of this browser. */
async function open(browser = visitor): Promise<string> {
  const signIn = await browser.visitProvider(await browser.startSignIn())
  const { url } = await browser.visitProvider(signIn.url, { forgot: 'yes', login: '' })
  return url.split('?')[0] ?? ''
}

async function askedFor(name: string, browser = visitor): Promise<Page> {
  return browser.visitProvider(await open(browser), { name })
}

async function proved(name = email): Promise<Page> {
  const { url } = await askedFor(name)
  return visitor.visitProvider(url, { code: await codeSentTo(server.database, name) })
}

const stepOf = ({ url }: { url: string }) => new URL(url).pathname.replace(/^\/interaction\/[\w-]+/, '')
const messagesOf = async (target: string) =>
  (await server.database.select({ kind: deliveries.kind }).from(deliveries).where(eq(deliveries.target, target))).map(
    ({ kind }) => kind,
  )
const statusOf = async (browser: Visitor) => (await browser.ask('GET', '/api/v1/profile')).status
const alertIn = ({ text }: { text: string }) => /role="alert"[^>]*>.*?<span>(.*?)<\/span>/s.exec(text)?.[1] ?? null

async function signedIn(password = demoPassword): Promise<Visitor> {
  const browser = visitorOf(server.app)
  await browser.sendResult(await browser.signInAtProvider(await browser.startSignIn(), login, password))
  return browser
}

describe('A user who forgot the password', () => {
  test('sets a new one by a code and is signed in; all other sessions end', async () => {
    const elsewhere = await signedIn()
    const page = await proved()
    expect([stepOf(page), page.status]).toEqual(['/recovery/password', 200])
    const result = await visitor.visitProvider(page.url, { password: newPassword })
    expect(await messagesOf(email)).toEqual(['recovery-code', 'password-recovered'])
    expect(await messagesOf(phone)).toEqual(['password-recovered'])
    await visitor.sendResult(result.url)
    expect([await statusOf(visitor), await statusOf(elsewhere)]).toEqual([200, 401])
    expect((await elsewhere.visitProvider(await elsewhere.startSignIn())).text).toContain('потому что пароль сменили')
    expect([await statusOf(await signedIn(newPassword)), await statusOf(await signedIn(demoPassword))]).toEqual([
      200, 401,
    ])
  })

  test('can revert it by the link of the notice', async () => {
    const { url } = await proved()
    await visitor.sendResult((await visitor.visitProvider(url, { password: newPassword })).url)
    const isAbout = and(eq(deliveries.target, phone), eq(deliveries.kind, 'password-recovered'))
    const [message] = await server.database.select({ values: deliveries.values }).from(deliveries).where(isAbout)
    const { pathname } = new URL((message?.values as { link: string } | undefined)?.link ?? '')
    const reverted = await visitorOf(server.app).ask('POST', `/api/v1/auth${pathname}`)
    expect(reverted.json()).toMatchObject({ state: 'done', reverted: [{ kind: 'password-changed' }] })
    expect([await statusOf(visitor), await statusOf(await signedIn(newPassword))]).toEqual([401, 401])
  })

  test.each([
    ['an e-mail in any case', () => email.toUpperCase(), () => email],
    ['a confirmed number in any notation', () => `8 (916) ${phone.slice(5)}`, () => phone],
    ['a login, to the e-mail', () => login, () => email],
  ])('is found by %s', async (_, name, target) => {
    const page = await askedFor(name())
    expect([page.status, stepOf(page)]).toEqual([200, '/recovery/code'])
    expect(await messagesOf(target())).toEqual(['recovery-code'])
  })

  test('without an email gets the code by SMS, but not to an unconfirmed phone', async () => {
    await save({ email: null })
    await askedFor(login)
    expect(await messagesOf(phone)).toEqual(['recovery-code'])
    server.pass({ minutes: 2 })
    await save({ phoneVerifiedAt: null })
    await askedFor(phone, visitorOf(server.app))
    expect(await messagesOf(phone)).toEqual(['recovery-code'])
  })

  test.each([
    ['коротко', 'Пароль короче 10 символов.'],
    ['qwertyuiop', /знают все/],
  ])('sees why «%s» is rejected and enters another', async (password, words) => {
    const { url } = await proved()
    const refused = await visitor.visitProvider(url, { password })
    expect(stepOf(refused)).toBe('/recovery/password')
    expect(alertIn(refused)).toMatch(words)
    expect(refused.text).not.toContain(password)
    expect((await visitor.visitProvider(url, { password: newPassword })).url).toMatch(/code=/)
  })

  test('sets one password by one code, also if the form is sent twice', async () => {
    const { url } = await proved()
    const twice = [1, 2].map(() => visitor.visitProvider(url, { password: newPassword }))
    expect((await Promise.all(twice)).some((answer) => /code=/.test(answer.url))).toBe(true)
    expect(await messagesOf(phone)).toEqual(['password-recovered'])
    await visitor.visitProvider(url, { password: 'совсем другой пароль' })
    expect(await statusOf(await signedIn('совсем другой пароль'))).toBe(401)
    expect(await statusOf(await signedIn(newPassword))).toBe(200)
  })

  test('chooses the account if the address is shared', async () => {
    const son = await server.addPerson({ login: `son-${count}`, name: 'Иван Белов', roles: ['student'] })
    await server.database.update(users).set({ email }).where(eq(users.id, son))
    const page = await proved()
    expect([...page.text.matchAll(/name="subject" value="([^"]+)"/g)].map(([, subject]) => subject)).toEqual([
      `sub-${login}`,
      `sub-son-${count}`,
    ])
    const short = await visitor.visitProvider(page.url, { password: 'коротко', subject: `sub-son-${count}` })
    expect(short.text).toContain(`value="sub-son-${count}" required checked`)
    expect(short.url).not.toContain('sub-')
    const unsaid = await visitor.visitProvider(page.url, { password: newPassword })
    expect(alertIn(unsaid)).toBe('Выберите, чей это пароль.')
    const other = await visitor.visitProvider(page.url, { password: newPassword, subject: 'sub-somebody' })
    expect(alertIn(other)).toBe('Выберите, чей это пароль.')
    await visitor.visitProvider(page.url, { password: newPassword, subject: `sub-son-${count}` })
    expect(await statusOf(await signedIn(demoPassword))).toBe(200)
  })
})

describe('A code', () => {
  test('that is wrong reports the attempts left, and expires after five', async () => {
    const { url } = await askedFor(email)
    const wrong = otherThan(await codeSentTo(server.database, email))
    const words = []
    for (let tried = 0; tried < 5; tried += 1) words.push(alertIn(await visitor.visitProvider(url, { code: wrong })))
    expect(words).toEqual([
      ...[4, 3, 2, 1].map((left) => `Код не подошёл. Осталось попыток: ${left}.`),
      'Этот код больше не действует: истёк срок или кончились попытки. Запросите новый.',
    ])
    const right = await visitor.visitProvider(url, { code: await codeSentTo(server.database, email) })
    expect([stepOf(right), alertIn(right)]).toEqual(['/recovery/code', words.at(-1)])
  })

  test('is sent again after a minute and replaces the previous one', async () => {
    const { url } = await askedFor(email)
    const first = await codeSentTo(server.database, email)
    const soon = await visitor.visitProvider(url, { again: 'yes' })
    expect(alertIn(soon)).toBe('Код уже отправлен. Новый можно запросить через 60 с.')
    server.pass({ seconds: 60 })
    expect(alertIn(await visitor.visitProvider(url, { again: 'yes' }))).toBe(null)
    const second = await codeSentTo(server.database, email)
    if (first !== second) expect(alertIn(await visitor.visitProvider(url, { code: first }))).toContain('не подошёл')
    expect(stepOf(await visitor.visitProvider(url, { code: second }))).toBe('/recovery/password')
  })

  test('works only in its browser; a stranger’s request does not replace it', async () => {
    const { url } = await askedFor(email)
    const code = await codeSentTo(server.database, email)
    server.pass({ minutes: 2 })
    const stranger = visitorOf(server.app)
    const theirs = await askedFor(email, stranger)
    expect(alertIn(await stranger.visitProvider(theirs.url, { code }))).toContain('не подошёл')
    expect(stepOf(await visitor.visitProvider(url, { code }))).toBe('/recovery/password')
  })
})

describe('The pages', () => {
  test.each([
    ['failure=wrong&n=%3Cb%3E', null],
    ['failure=constructor', null],
    ['failure=tooSoon', null],
    ['failure=noCode', 'Введите 6 цифр из сообщения.'],
  ])('show for «%s» in the URL only known messages', async (query, words) => {
    const { url } = await askedFor(email)
    expect(alertIn(await visitor.visitProvider(`${url.split('?')[0]}?${query}`))).toBe(words)
  })

  test('start with the login typed on the sign-in page, which gets it back', async () => {
    const signIn = await visitor.visitProvider(await visitor.startSignIn())
    const started = await visitor.visitProvider(signIn.url, { forgot: 'yes', login: ` ${email} `, password: 'x' })
    expect([stepOf(started), started.text.includes(`value="${email}"`)]).toEqual(['/recovery', true])
    expect(started.url).not.toContain('example')
    await visitor.visitProvider(started.url, { name: login })
    expect((await visitor.visitProvider(signIn.url)).text).toContain(`name="login" value="${login}"`)
    const other = await visitor.visitProvider(await visitor.startSignIn())
    expect(other.text).toContain('name="login" value=""')
  })

  test('redirect to the current step, whatever the URL is', async () => {
    const first = await open()
    expect(stepOf(await visitor.visitProvider(`${first}/code`))).toBe('/recovery')
    expect(stepOf(await visitor.visitProvider(`${first}/password`))).toBe('/recovery')
    expect(stepOf(await visitor.visitProvider(`${first}/password`, { password: newPassword }))).toBe('/recovery')
    await visitor.visitProvider(first, { name: email })
    expect(stepOf(await visitor.visitProvider(`${first}/password`))).toBe('/recovery')
    expect(await statusOf(await signedIn(newPassword))).toBe(401)
  })

  test('after a reload keep the typed name and the sent code, and remember a right code', async () => {
    const first = await open()
    const { url } = await visitor.visitProvider(first, { name: email })
    const reloaded = await visitor.visitProvider(url)
    expect([stepOf(reloaded), reloaded.text.includes(email)]).toEqual(['/recovery/code', true])
    expect((await visitor.visitProvider(first)).text).toContain(`value="${email}"`)
    const again = await visitor.visitProvider(first, { name: email })
    expect([stepOf(again), alertIn(again)]).toEqual(['/recovery/code', null])
    expect(await messagesOf(email)).toEqual(['recovery-code'])
    const code = await codeSentTo(server.database, email)
    await visitor.visitProvider(url, { code })
    expect(stepOf(await visitor.visitProvider(url))).toBe('/recovery/password')
    expect(stepOf(await visitor.visitProvider(url, { code }))).toBe('/recovery/password')
  })

  test('says that the new password is saved if the answer to its form was lost', async () => {
    const { url } = await proved()
    const { pathname } = new URL(url)
    const headers = { cookie: visitor.theirs.header(pathname), 'x-forwarded-for': '192.0.2.1' }
    await fetch(url, {
      method: 'POST',
      redirect: 'manual',
      headers,
      body: new URLSearchParams({ password: newPassword }),
    })
    const page = await visitor.visitProvider(url)
    expect(stepOf(page)).toBe('/recovery')
    expect(alertIn(page)).toBe('Новый пароль уже сохранён. Вернитесь ко входу и войдите с ним.')
    expect(await statusOf(await signedIn(newPassword))).toBe(200)
  })

  test('offer a new start after the interaction has expired', async () => {
    const { url } = await askedFor(email)
    server.pass({ minutes: 10 })
    const page = await visitor.visitProvider(url, { code: '123456' })
    expect(page.status).toBe(400)
    expect(page.text).toContain('Страница входа устарела')
    expect(page.text).toContain('Начать заново')
  })

  test('reject forms of another site', async () => {
    const url = await open()
    const reply = await fetch(url, {
      method: 'POST',
      headers: { cookie: visitor.theirs.header(new URL(url).pathname), 'sec-fetch-site': 'cross-site' },
      body: new URLSearchParams({ name: email }),
    })
    expect(reply.status).toBe(400)
    expect(await messagesOf(email)).toEqual([])
  })
})

describe('Account enumeration is prevented', () => {
  /** The pages that a browser gets when it requests a code, enters a wrong one and requests another. */
  async function seenBy(name: string) {
    const browser = visitorOf(server.app)
    const pages = [await askedFor(name, browser)]
    const { url } = pages[0] as Page
    for (let tried = 0; tried < 6; tried += 1) pages.push(await browser.visitProvider(url, { code: '000000' }))
    pages.push(await browser.visitProvider(url, { again: 'yes' }))
    return pages.map(({ status, text, url }) => [
      status,
      text.replaceAll(name, '…').replaceAll(/interaction\/[\w-]+/g, '…'),
      stepOf({ url }),
    ])
  }

  test('all pages are the same for known and unknown names', async () => {
    const seen = await seenBy(email)
    expect(await seenBy('nobody@example.org')).toEqual(seen)
    expect(await messagesOf('nobody@example.org')).toEqual([])
  })

  test('sends are limited for both: three an hour from one address', async () => {
    for (const name of [email, 'nobody-else@example.org']) {
      const url = await open()
      for (let sent = 0; sent < 3; sent += 1) {
        expect(stepOf(await visitor.visitProvider(url, { name }))).toBe('/recovery/code')
        server.pass({ seconds: 61 })
      }
      const spent = await visitor.visitProvider(url, { name })
      expect(alertIn(spent)).toBe('Кодов отправлено слишком много. Попробуйте через 57 мин.')
      expect(spent.text).toContain(`value="${name}"`)
      expect(spent.url).not.toContain('example')
    }
    expect((await messagesOf(email)).length).toBe(3)
  })

  test('several names of one user share the limit silently', async () => {
    for (const name of [email, login]) {
      for (let sent = 0; sent < 3; sent += 1) {
        expect(stepOf(await askedFor(name, visitorOf(server.app)))).toBe('/recovery/code')
        server.pass({ seconds: 61 })
      }
    }
    expect((await messagesOf(email)).length).toBe(3)
  })

  test('one address may request twenty codes an hour for any names', async () => {
    const url = await open()
    for (let sent = 0; sent < 20; sent += 1) {
      expect(stepOf(await visitor.visitProvider(url, { name: `n${sent}@example.org` }))).toBe('/recovery/code')
    }
    const spent = await visitor.visitProvider(url, { name: email })
    expect(alertIn(spent)).toBe('Кодов отправлено слишком много. Попробуйте через 60 мин.')
  })

  test('after ten wrong codes in a day one address is locked, and the user is notified', async () => {
    const fourWrong = Array.from({ length: 4 }, () => 'Код не подошёл. Осталос')
    expect(await guesses(visitor)).toEqual([...fourWrong, 'Этот код больше не дейс'])
    server.pass({ minutes: 20 })
    expect(await guesses(visitor)).toEqual([...fourWrong, 'Слишком много неверных '])
    expect(await messagesOf(phone)).toEqual(['recovery-locked'])
    server.pass({ minutes: 20 })
    const closed = await askedFor(email, visitorOf(server.app))
    expect(alertIn(closed)).toBe('Слишком много неверных кодов. Восстановление закрыто, попробуйте через 24 ч.')
    server.pass({ hours: 24 })
    expect(stepOf(await askedFor(email, visitorOf(server.app)))).toBe('/recovery/code')
  })

  test('after twenty wrong codes from any address unknown browsers are locked', async () => {
    for (const from of ['192.0.2.1', '192.0.2.2']) {
      for (let round = 0; round < 2; round += 1) {
        await guesses(visitorOf(server.app, { from }))
        server.pass({ minutes: 20 })
      }
    }
    expect(alertIn(await askedFor(email, visitorOf(server.app, { from: '192.0.2.3' })))).toContain(
      'Восстановление закрыто',
    )
  })
})

/** The messages for each of five wrong codes. */
async function guesses(browser: Visitor): Promise<(string | undefined)[]> {
  const { url } = await askedFor(email, browser)
  const code = otherThan(await codeSentTo(server.database, email))
  const pages = []
  for (let tried = 0; tried < 5; tried += 1) pages.push(await browser.visitProvider(url, { code }))
  return pages.map((page) => alertIn(page)?.slice(0, 23))
}

describe('A stranger who requests a user’s codes', () => {
  const stranger = (at = 1) => visitorOf(server.app, { from: `192.0.2.${at}` })

  /** A stranger at one address who uses every call of the recovery. */
  async function hammer(browser: Visitor): Promise<void> {
    for (const name of [login, email, login, email, login, email, login, email]) {
      const { url } = await askedFor(name, browser)
      for (let tried = 0; tried < 5; tried += 1) await browser.visitProvider(url, { code: '000000' })
      server.pass({ minutes: 21 })
    }
  }

  test.each([
    ['the login', () => login],
    ['the e-mail', () => email],
  ])('under every name does not lock the user at another address, by %s', async (_, name) => {
    await hammer(stranger())
    const before = (await messagesOf(email)).length
    const page = await askedFor(name())
    expect([stepOf(page), (await messagesOf(email)).length]).toEqual(['/recovery/code', before + 1])
    const proved = await visitor.visitProvider(page.url, { code: await codeSentTo(server.database, email) })
    expect(stepOf(proved)).toBe('/recovery/password')
  })

  test('from any address does not lock a known browser of the user', async () => {
    const own = await signedIn()
    for (let at = 1; at < 6; at += 1) {
      await guesses(stranger(at))
      server.pass({ minutes: 2 })
    }
    expect(alertIn(await askedFor(email))).toMatch(/Кодов отправлено слишком много|Восстановление закрыто/)
    server.pass({ hours: 13 })
    const page = await askedFor(email, own)
    const proved = await own.visitProvider(page.url, { code: await codeSentTo(server.database, email) })
    expect(stepOf(proved)).toBe('/recovery/password')
  })

  test('has a limit that a known browser of the user does not use up', async () => {
    const own = await signedIn()
    server.pass({ hours: 13 })
    for (let sent = 0; sent < 3; sent += 1) {
      expect(alertIn(await askedFor(email, own))).toBeNull()
      server.pass({ seconds: 61 })
    }
    expect(alertIn(await askedFor(email))).toBeNull()
    expect((await messagesOf(email)).filter((kind) => kind === 'recovery-code')).toHaveLength(4)
  })
})
