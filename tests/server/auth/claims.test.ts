import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { email } from '#contract/forms.ts'
import { namePattern } from '#contract/people/names.ts'
import { changeProfile, type Profile } from '#contract/people/profile.ts'
import { createOidcClient } from '#server/auth/oidc/client.ts'
import { createLog } from '#server/terminal/log.ts'
import { fuzzText, fuzzValue } from '#tests/support/input/fuzz-values.ts'
import { openTestApp, type TestApp } from '#tests/support/server/app.ts'
import { type Issuer, startIssuer } from '#tests/support/server/issuer.ts'
import { visitorOf } from '#tests/support/server/sign-in.ts'

const failures: string[] = []
const log = createLog({ LOG_LEVEL: 'error' }, { write: (line) => void failures.push(line) })

let issuer: Issuer
let server: TestApp
beforeAll(async () => {
  issuer = await startIssuer()
  const publicUrl = 'http://localhost:4100'
  const settings = { issuer: issuer.issuer, clientId: 'client', clientSecret: 'secret', publicUrl, log }
  const oidc = createOidcClient({ ...settings, clock: () => new Date() })
  server = await openTestApp({ oidc, log, env: { PUBLIC_URL: publicUrl } })
})
afterAll(async () => {
  await server.close()
  await issuer.stop()
})

/** The response of the result page, and the user who is then signed in. */
async function signInWith(claims: Record<string, unknown>) {
  const visitor = visitorOf(server.app)
  const begun = new URL(await visitor.startSignIn()).searchParams
  issuer.behaviour.claims = { nonce: begun.get('nonce'), ...claims }
  const query = new URLSearchParams({ code: 'x', state: begun.get('state') ?? '', iss: issuer.issuer })
  const answer = await visitor.sendResult(`http://localhost/?${query}`)
  const profile = await visitor.ask('GET', '/api/v1/profile')
  return { answer, profile: profile.status === 200 ? (profile.json() as Profile) : null }
}

describe('A subject from a provider', () => {
  test.each([
    ['with U+0000 in it', 'an\0na'],
    ['by half a pair', 'anna\ud800'],
    ['by more than the standard allows', 'a'.repeat(256)],
    ['by ten million characters', 'a'.repeat(10_000_000)],
    ['by nothing at all', undefined],
    ['by nothing', ''],
    ['by a number', 42],
    ['by null', null],
    ['by a list', ['anna']],
    ['by an object', { anna: 1 }],
  ])('%s is rejected as an invalid attempt', async (_, sub) => {
    const { answer, profile } = await signInWith({ sub })
    expect([answer.status, answer.json().type]).toEqual([409, 'sign-in-attempt-refused'])
    expect(profile).toBeNull()
  })

  test('of the longest allowed length is accepted', async () => {
    const { answer, profile } = await signInWith({ sub: 'a'.repeat(255) })
    expect([answer.status, profile?.firstName]).toEqual([200, 'Анна'])
  })

  test.each([
    [{ given_name: 'Андрей123 <b>', family_name: '  Ким\0  ' }, ['Андрей b', 'Ким', null]],
    [{ given_name: 'Анна\ud800', family_name: 'O’Brien-Д’Арк', middle_name: '42' }, ['Анна', 'O’Brien-Д’Арк', null]],
    [{ given_name: '12', name: 'Анна-Мария  де ла Круз' }, ['Анна-Мария', 'де ла Круз', null]],
    [{ given_name: 'Е\u0308лка', family_name: '李', middle_name: 'И.' }, ['Ёлка', '李', 'И.']],
    [{ name: 'Анна - <42>' }, ['Анна', '', null]],
    [{ given_name: 'Михаил', family_name: 'Салтыков–Щедрин' }, ['Михаил', 'Салтыков-Щедрин', null]],
    [{ given_name: 'Анна_Мария', family_name: 'O`razova' }, ['Анна Мария', 'O’razova', null]],
    [{ given_name: '', name: '', family_name: 'Сухарто' }, ['Сухарто', '', null]],
    [{ name: '<script>', given_name: [], family_name: {} }, ['script', '', null]],
    [{ given_name: 'Я'.repeat(5_000_000) }, [`Я${'я'.repeat(99)}`, 'Белова', null]],
  ])('with unusual names gets a valid name (%#)', async (claims, expected) => {
    const { profile } = await signInWith({ sub: crypto.randomUUID(), ...claims })
    expect([profile?.firstName, profile?.lastName, profile?.patronym]).toEqual(expected)
  })

  test.each([
    ['anna@example.org', 'anna@example.org'],
    [' anna@example.org ', 'anna@example.org'],
    ['an\0na@example.org', 'anna@example.org'],
    ['not an address', null],
    [`${'a'.repeat(300)}@example.org`, null],
    [['anna@example.org'], null],
    ['anna@example.org\r\nbcc: all@example.org', null],
  ])('with any address gets a valid contact or none (%#)', async (address, expected) => {
    const { profile } = await signInWith({ sub: crypto.randomUUID(), email: address, email_verified: true })
    expect(profile?.email).toBe(expected)
  })

  test.each([
    [{ email: 'anna@xn--80atdl2c.xn--p1ai', email_verified: true }, { email: 'anna@школа.рф' }],
    [{ phone_number: '8 900 555-11-01', phone_number_verified: true }, { phone: '+79005551101' }],
    [{ phone_number: '+8 900 555-11-01', phone_number_verified: true }, { phone: null }],
  ])('with contacts in another notation (%#)', async (claims, expected) => {
    const { profile } = await signInWith({ sub: crypto.randomUUID(), ...claims })
    expect(profile).toMatchObject(expected)
  })

  test('with arbitrary claims is signed in or rejected', async () => {
    const claim = fc.oneof(fuzzText, fuzzValue, fc.constant(undefined))
    const names = ['sub', 'name', 'given_name', 'family_name', 'middle_name', 'preferred_username', 'email'] as const
    const claims = fc.record(Object.fromEntries(names.map((name) => [name, claim])), { requiredKeys: [] })
    await fc.assert(
      fc.asyncProperty(claims, async (claimed) => {
        failures.length = 0
        const sub = claimed.sub ?? crypto.randomUUID()
        const { answer, profile } = await signInWith({ ...claimed, sub })
        expect([200, 409]).toContain(answer.status)
        expect([answer.status, profile === null]).toEqual([answer.status, answer.status === 409])
        if (profile) expectPlain(profile)
        expect(failures).toEqual([])
      }),
      { numRuns: process.env.TEST_ALL ? 3000 : 50 },
    )
  }, 300_000)
})

/** Claims that a user could have entered. */
function expectPlain({ firstName, lastName, patronym, email: address }: Profile): void {
  for (const name of [firstName, lastName]) expect(name).toMatch(namePattern)
  expect(changeProfile.body.shape.patronym.safeParse(patronym).success).toBe(true)
  expect(address === null || email.safeParse(address).success).toBe(true)
}
