import { describe, expect, test, vi } from 'vitest'
import { auditEntries } from '#server/db/schema/identity.ts'
import { openSchoolWithServer, schoolOfTwo } from '#tests/support/providers/two-providers.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'
import { type Answer, type Visitor, visitorOf } from '#tests/support/server/sign-in.ts'

const school = openForSuite(openSchoolWithServer)

/** Texts and addresses of the buttons, in their order. */
function buttonsOf({ text }: Answer): string[][] {
  const links = text.matchAll(
    /<li(?: class="last")?><a class="button" href="([^"]+)"[^>]*>([^<]+)<\/a>(?:<small[^>]*>([^<]+))?/g,
  )
  return [...links].map(([, href = '', title = '', mark]) => [
    title,
    href.replaceAll('&amp;', '&'),
    ...(mark ? [mark] : []),
  ])
}

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const sendEmail = (email: string, path = '/auth/sign-in?from_url=%2Fprofile') =>
  school.server.app.inject({
    method: 'POST',
    url: path,
    headers: form,
    payload: new URLSearchParams({ email }).toString(),
  })

const toFamilies = '/auth/sign-in?provider=families&from_url=%2Fprofile'
const toStaff = '/auth/sign-in?provider=staff&from_url=%2Fprofile'

describe('With several providers a sign-in', () => {
  test('leads to the page with a button for each, in both languages', async () => {
    const visitor = visitorOf(school.server.app)
    const location = await visitor.startSignIn('/profile')
    expect(location).toBe(`${school.publicUrl}/auth/sign-in?from_url=%2Fprofile`)
    const page = await visitor.ask('GET', '/auth/sign-in?from_url=%2Fprofile')
    expect(page.status).toBe(200)
    expect(page.text).toContain('<h1>Как вы входите?</h1>')
    expect(buttonsOf(page)).toEqual([
      ['Родители и ученики', toFamilies],
      ['Сотрудники', toStaff],
    ])
    const english = await visitor.ask('GET', '/auth/sign-in?lang=en&from_url=%2Fprofile')
    expect(english.text).toContain('<html lang="en">')
    expect(buttonsOf(english)).toEqual([
      ['Parents and students', '/auth/sign-in?lang=en&provider=families&from_url=%2Fprofile'],
      ['Staff', '/auth/sign-in?lang=en&provider=staff&from_url=%2Fprofile'],
    ])
    const begun = await visitor.ask('GET', '/auth/sign-in?lang=en&provider=staff&from_url=%2Fprofile')
    expect(new URL(begun.headers.get('location') ?? '').searchParams.get('ui_locales')).toBe('en')
  })

  test('goes on to the provider of a link, and returns to an address of its own', async () => {
    const begun = await visitorOf(school.server.app).ask('GET', '/auth/sign-in?provider=staff')
    expect(begun.status).toBe(303)
    const url = new URL(begun.headers.get('location') ?? '')
    expect(url.origin).toBe(school.staff.issuer)
    expect(url.searchParams.get('redirect_uri')).toBe(`${school.publicUrl}/auth/oauth-result/staff`)
  })

  test('by a link with an unknown name asks', async () => {
    const page = await visitorOf(school.server.app).ask('GET', '/auth/sign-in?provider=guests&from_url=%2Fprofile')
    expect(buttonsOf(page)).toHaveLength(2)
  })

  test('offers the last provider first and marks it; the other one can be chosen', async () => {
    const visitor = visitorOf(school.server.app)
    expect((await school.signIn(visitor, 'staff', { subject: 'boris' })).json()).toEqual({ location: '/profile' })
    const page = await visitor.ask('GET', '/auth/sign-in?from_url=%2Fprofile')
    expect(buttonsOf(page)).toEqual([
      ['Сотрудники', toStaff, 'Так вы входили в прошлый раз'],
      ['Родители и ученики', toFamilies],
    ])
    expect((await school.signIn(visitor, 'families', { subject: 'boris' })).json()).toEqual({ location: '/profile' })
    expect(buttonsOf(await visitor.ask('GET', '/auth/sign-in?from_url=%2Fprofile'))[0]?.[0]).toBe('Родители и ученики')
  })

  test('says on the page why the session ended', async () => {
    const visitor = visitorOf(school.server.app)
    await school.signIn(visitor, 'families')
    school.server.clock.now = new Date(school.server.clock.now.getTime() + 31 * 60_000)
    expect(await visitor.startSignIn('/profile')).toBe(`${school.publicUrl}/auth/sign-in?from_url=%2Fprofile`)
    expect((await visitor.ask('GET', '/auth/sign-in')).text).toContain('Сеанс закончился')
    school.server.clock.now = new Date()
  })
})

describe('An email', () => {
  test('of a domain of the school file chooses its provider, which gets it as a hint', async () => {
    const page = await sendEmail(' Anna@School.Example ')
    expect(page.statusCode).toBe(200)
    const [, address = ''] = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(page.body) ?? []
    const url = new URL(address.replaceAll('&amp;', '&'))
    expect([url.origin, url.searchParams.get('login_hint')]).toEqual([school.staff.issuer, 'Anna@school.example'])
    expect(page.headers['set-cookie']).toContain('lk_browser_')
  })

  test.each([
    ['anna@mail.example', 'По этой почте способ входа не определить'],
    ['anna@sub.school.example', 'По этой почте способ входа не определить'],
    ['"><script>', 'Это не адрес почты'],
    ['', 'Это не адрес почты'],
  ])('%j is refused on the page, which keeps it', async (email, message) => {
    const page = await sendEmail(email)
    expect(page.statusCode).toBe(422)
    expect(page.body).toContain(message)
    expect(page.body).toContain(
      `value="${email.replaceAll('"', '&quot;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')}"`,
    )
    expect(page.body).toContain('aria-invalid="true"')
  })

  test('is not asked for if no provider has a domain', async () => {
    const { domains: _, ...staff } = schoolOfTwo.providers.staff
    const other = await school.serverWith({ providers: { ...schoolOfTwo.providers, staff } })
    expect((await visitorOf(other.app).ask('GET', '/auth/sign-in')).text).not.toContain('type="email"')
    await other.close()
  })
})

describe('A sign-out', () => {
  async function endOf(visitor: Visitor): Promise<string> {
    const { url } = (await visitor.ask('GET', '/api/v1/auth/logout-link')).json()
    const { pathname } = new URL(String(url))
    return (await visitor.ask('GET', pathname)).headers.get('location') ?? ''
  }

  test.each(['families', 'staff'] as const)('leads to the provider of the session: %s', async (name) => {
    const visitor = visitorOf(school.server.app)
    await school.signIn(visitor, name, { subject: 'vera' })
    const end = new URL(await endOf(visitor))
    expect(end.origin).toBe(school[name].issuer)
    const [, payload = ''] = end.searchParams.get('id_token_hint')?.split('.') ?? []
    expect(JSON.parse(Buffer.from(payload, 'base64url').toString()).iss).toBe(school[name].issuer)
    // A visitor whose session has ended is led to the provider of the last sign-in.
    expect(new URL(await endOf(visitor)).origin).toBe(school[name].issuer)
  })

  test('from a provider without a sign-out of its own names it on the page, which shows its address', async () => {
    const visitor = visitorOf(school.server.app)
    await school.signIn(visitor, 'staff', { subject: 'vera' })
    const client = school.server.app.providers.byName('staff')?.client
    if (!client) throw new Error('no provider')
    const ending = vi.spyOn(client, 'endSessionUrl').mockResolvedValue(null)
    expect(await endOf(visitor)).toBe('/logout?after=sign-out&provider=staff')
    ending.mockRestore()
    const { SYSTEM } = (await visitor.ask('GET', '/api/v1/system/config')).json() as { SYSTEM: object }
    const SIGN_IN_ORIGINS = { families: school.families.issuer, staff: school.staff.issuer }
    expect(SYSTEM).toMatchObject({ SIGN_IN_ORIGINS })
  })

  test('of a session of a removed provider ends it here, and asks for a new login only there', async () => {
    const visitor = visitorOf(school.server.app)
    await school.signIn(visitor, 'families', { subject: 'vera' })
    const only = await school.serverWith({}, { OIDC_PROVIDERS: 'staff', ...withoutFamilies })
    const moved = visitorOf(only.app)
    moved.ours.keep(visitor.ours.header('/').split('; '))
    expect(await endOf(moved)).toBe('/logout?after=sign-out')
    await only.close()
  })

  test('that leaves the session of one provider open requests a new login there, also after a sign-in at the other', async () => {
    const visitor = visitorOf(school.server.app)
    visitor.ours.keep(['__Host-lk_new_login=staff'])
    const promptOf = async (name: string) => {
      const begun = await visitor.ask('GET', `/auth/sign-in?provider=${name}`)
      return new URL(begun.headers.get('location') ?? '').searchParams.get('prompt')
    }
    expect([await promptOf('staff'), await promptOf('families')]).toEqual(['login', null])
    await school.signIn(visitor, 'families', { subject: 'vera' })
    expect(await promptOf('staff')).toBe('login')
    await school.signIn(visitor, 'staff', { subject: 'vera' })
    expect(await promptOf('staff')).toBeNull()
  })
})

const withoutFamilies = { OIDC_FAMILIES_ISSUER: '', OIDC_FAMILIES_CLIENT_ID: '', OIDC_FAMILIES_CLIENT_SECRET: '' }

describe('A response of another provider than the attempt’s', () => {
  const tokenRequestsTo = () => school.logged.filter(({ msg }) => msg === 'a sign-in failed')

  test('is refused at the redirect address before its code is sent anywhere', async () => {
    const visitor = visitorOf(school.server.app)
    const begun = await visitor.ask('GET', '/auth/sign-in?provider=families&from_url=%2Fprofile')
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    const answer = await visitor.ask('GET', `/auth/oauth-result/staff?code=of-staff&state=${state}`)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toMatch(
      /^\/500\?after=sign-in&reason=issuer-differs&request=.+&from=%2Fprofile$/,
    )
    expect(tokenRequestsTo().at(-1)).toMatchObject({
      reason: 'issuer-differs',
      provider: 'families',
      expected: 'a response of families',
      seen: 'a response at the redirect address of staff',
    })
    const entries = await school.opened.database.select().from(auditEntries)
    expect(entries.at(-1)).toMatchObject({ action: 'sign-in.issuer', problem: 'issuer-differs' })
    expect(entries.at(-1)?.detail).toMatch(/^families: expected: /)
  })

  test('is refused if it arrived at the redirect address of no provider, as one that was registered earlier', async () => {
    const visitor = visitorOf(school.server.app)
    const begun = await visitor.ask('GET', '/auth/sign-in?provider=families&from_url=%2Fprofile')
    const state = new URL(begun.headers.get('location') ?? '').searchParams.get('state') ?? ''
    // The attacker opens the right address with another code.
    await visitor.ask('GET', `/auth/oauth-result/families?code=of-attacker&state=${state}`)
    // Providers that do not name themselves differ by the address alone; this one would be refused without `iss`.
    const response = new URLSearchParams({ code: 'of-staff', state, iss: school.families.issuer })
    const answer = await visitor.sendResult(`${school.publicUrl}/auth/oauth-result?${response}`)
    expect([answer.status, answer.json().reason]).toEqual([409, 'issuer-differs'])
  })

  test('is refused if it names itself, wherever it arrives', async () => {
    const visitor = visitorOf(school.server.app)
    const result = new URL(await school.responseOf(visitor, 'families'))
    expect(result.pathname).toBe('/auth/oauth-result')
    result.searchParams.set('iss', school.staff.issuer)
    const answer = await visitor.sendResult(result.href)
    expect([answer.status, answer.json().reason]).toEqual([409, 'issuer-differs'])
  })

  test('whose attempt is unknown is led on to the page that explains it', async () => {
    const answer = await visitorOf(school.server.app).ask(
      'GET',
      '/auth/oauth-result/staff?code=x&state=y&session_state=z',
    )
    expect(answer.headers.get('location')).toBe('/auth/oauth-result?code=x&state=y&session_state=z')
  })
})

test('A provider that does not answer is named in the log and in the audit log, and the other one signs people in', async () => {
  const broken = await school.serverWith(schoolOfTwo, { OIDC_FAMILIES_ISSUER: 'http://localhost:9' })
  const answer = await visitorOf(broken.app).ask('GET', '/auth/sign-in?provider=families')
  expect(answer.headers.get('location')).toContain('reason=provider-unreachable')
  expect(school.logged.findLast(({ msg }) => msg === 'a sign-in failed')).toMatchObject({
    provider: 'families',
    setting: 'OIDC_FAMILIES_ISSUER',
    reason: 'provider-unreachable',
  })
  expect((await school.signIn(visitorOf(broken.app), 'staff')).json()).toEqual({ location: '/profile' })
  await broken.close()
})
