import Fastify from 'fastify'
import { beforeAll, describe, expect, it } from 'vitest'
import { methodOf, pathOf } from '#contract/call.ts'
import { declaredCalls } from '#contract/calls.ts'
import { type Role, roles } from '#contract/roles.ts'
import { authorization } from '#server/plugins/authorization.ts'
import { openTestApp, type Person } from '#tests/support/server/app.ts'
import { openForSuite } from '#tests/support/server/open-for-suite.ts'

/**
 * The allowed role groups of every call, written by hand. The test compares the declarations with this table, so the
 * table must not be computed from them.
 */
const family: Role[] = [
  'parent',
  'spo_parent',
  'academy_parent',
  'edcheck_parent',
  'student',
  'innopolis_student',
  'edcheck_student',
  'spo_student',
  'academy_student',
  'rtk_user',
  'edcheck_user',
]
/** Those who write to the school. */
const authors: Role[] = [...family, 'teacher', 'innopolis_teacher']
const parents: Role[] = ['parent', 'spo_parent', 'academy_parent', 'edcheck_parent']
const students = family.filter((role) => !parents.includes(role))
const administrators: Role[] = ['administrator', 'super_administrator', 'user_manager']
/** All roles of the role groups. */
const withRoleGroup: Role[] = [...authors, ...administrators, 'team_leader', 'admin_u2035', 'innopolis_verificator']

type Allowed = 'anyone' | 'signed-in' | readonly Role[]

const allowed: Record<string, Allowed> = {
  'GET /v1/system/config': 'anyone',
  'GET /v1/system/menu': 'anyone',
  'POST /v1/system/page-error': 'anyone',
  'GET /v1/content/footer': 'anyone',
  'GET /v1/content/banners/list': 'anyone',
  'GET /v1/auth/redirect-to-oauth-provider': 'anyone',
  'POST /v1/auth/oauth-result': 'anyone',
  'GET /v1/auth/logout-link': 'anyone',
  'GET /v1/push-subscription/key': 'anyone',
  'POST /v1/push-subscription/renewal': 'anyone',
  'GET /v1/auth/not-me/{secret}': 'anyone',
  'POST /v1/auth/not-me/{secret}': 'anyone',
  'GET /v1/contract-verification': 'anyone',
  'POST /v1/payment-notification/{provider}': 'anyone',
  'GET /v1/catalog/course/list': 'anyone',
  'GET /v1/catalog/group/list': 'anyone',
  'GET /v1/catalog/course/{id}': 'anyone',

  'POST /v1/admin/auth/logout-as': 'signed-in',
  'GET /v1/profile': 'signed-in',
  'PATCH /v1/profile': 'signed-in',
  'POST /v1/storage/avatar': 'signed-in',
  'GET /v1/profile/account/list': 'signed-in',
  'GET /v1/profile/account/iam-oauth-url/{provider}': 'signed-in',
  'DELETE /v1/profile/account/{id}': 'signed-in',
  'POST /v1/profile/account/verification/send': 'signed-in',
  'POST /v1/profile/account/verification/verify': 'signed-in',
  'POST /v1/profile/join/send': 'signed-in',
  'POST /v1/profile/join/verify': 'signed-in',
  'GET /v1/profile/join/preview': 'signed-in',
  'POST /v1/profile/join': 'signed-in',
  'GET /v1/profile/guardian/list': parents,
  'POST /v1/profile/guardian-rights': parents,
  'POST /v1/profile/pairing-code': parents,
  'DELETE /v1/profile/pairing-code/{id}': parents,
  'POST /v1/profile/pairing/preview': 'signed-in',
  'POST /v1/profile/pairing': 'signed-in',
  'GET /v1/admin/user/{id}/pairing-code/list': administrators,
  'POST /v1/admin/user/{id}/pairing-code': administrators,
  'DELETE /v1/admin/user/{id}/pairing-code/{codeId}': administrators,
  'GET /v1/profile/password/sign-in-names': 'signed-in',
  'POST /v1/profile/password/set-first': 'signed-in',
  'PATCH /v1/profile/password/change': 'signed-in',
  'POST /v1/profile/two-factor/send': 'signed-in',
  'POST /v1/profile/two-factor/check': 'signed-in',
  'GET /v1/profile/notification/list': 'signed-in',
  'GET /v1/profile/notification/unread': 'signed-in',
  'POST /v1/profile/notification/read': 'signed-in',
  'GET /v1/profile/notification/settings': 'signed-in',
  'GET /v1/profile/push-subscription/list': 'signed-in',
  'POST /v1/profile/push-subscription': 'signed-in',
  'DELETE /v1/profile/push-subscription/{id}': 'signed-in',
  'PATCH /v1/profile/notification/settings': 'signed-in',
  'GET /v1/profile/children': 'signed-in',
  'GET /v1/profile/data-request/list': 'signed-in',
  'GET /v1/profile/data-request/deletion-preview': 'signed-in',
  'POST /v1/profile/data-request/deletion': 'signed-in',
  'POST /v1/profile/data-request/correction': 'signed-in',
  'POST /v1/profile/data-request/{id}/withdraw': 'signed-in',
  'GET /v1/admin/data-request/{id}': administrators,
  'POST /v1/admin/data-request/{id}/take': administrators,
  'POST /v1/admin/data-request/{id}/answer': administrators,
  'GET /v1/profile/data-export': 'signed-in',
  'POST /v1/profile/data-export': 'signed-in',
  'POST /v1/profile/data-export/{id}/link': 'signed-in',
  'GET /v1/profile/consent/list': 'signed-in',
  'POST /v1/profile/consent': 'signed-in',
  'GET /v1/profile/session/list': 'signed-in',
  'DELETE /v1/profile/session/{id}': 'signed-in',
  'GET /v1/profile/tax-deduction': 'signed-in',
  'PATCH /v1/profile/tax-deduction/particulars': 'signed-in',
  'POST /v1/profile/tax-deduction/certificate': 'signed-in',
  'GET /v1/profile/contract/list': 'signed-in',
  'GET /v1/profile/contract/{contractId}/history': 'signed-in',
  'GET /v1/profile/contract/{contractId}/signing': 'signed-in',
  'POST /v1/profile/contract/{contractId}/signing/agree': 'signed-in',
  'POST /v1/profile/contract/{contractId}/signing/send': 'signed-in',
  'POST /v1/profile/contract/{contractId}/signing/sign': 'signed-in',
  'GET /v1/profile/contract/{contractId}/payment/{paymentId}/bill-link': 'signed-in',
  'GET /v1/profile/contract/{contractId}/operation/{operationId}/receipt-link': 'signed-in',
  'GET /v1/profile/contract/{contractId}/payee': 'signed-in',
  'GET /v1/profile/contract/{contractId}/document-link': 'signed-in',
  'POST /v1/profile/contract/create-by-grocery-basket': 'signed-in',
  'GET /v1/profile/contract/{contractId}/termination/preview': 'signed-in',
  'POST /v1/profile/contract/{contractId}/termination': 'signed-in',
  'POST /v1/profile/contract/{contractId}/termination/withdraw': 'signed-in',
  'POST /v1/profile/contract/{contractId}/termination/account': 'signed-in',
  'GET /v1/profile/autopay/list': 'signed-in',
  'POST /v1/profile/autopay': 'signed-in',
  'POST /v1/profile/autopay/{autopayId}/stop': 'signed-in',
  'GET /v1/profile/checkout/methods': 'signed-in',
  'GET /v1/profile/checkout/list': 'signed-in',
  'POST /v1/profile/bill': 'signed-in',
  'POST /v1/profile/checkout': 'signed-in',
  'GET /v1/profile/checkout/{checkoutId}': 'signed-in',
  'POST /v1/profile/checkout/{checkoutId}/cancel': 'signed-in',
  'GET /v1/profile/events': 'signed-in',
  'GET /{token}': 'signed-in',

  'GET /v1/parent/children/schedule/list': parents,
  'GET /v1/parent/children/schedule/groups/list': parents,
  'GET /v1/parent/children/schedule/groups/to-change': parents,
  'POST /v1/parent/children/schedule/groups/change': parents,
  'GET /v1/parent/children/progress/groups': parents,
  'GET /v1/parent/children/progress/list': parents,
  'GET /v1/parent/children/progress/trend': parents,
  'GET /v1/parent/children/progress/overview': parents,
  'GET /v1/parent/children/grade-book/list': parents,
  'GET /v1/parent/children/grade-book/courses-without-journals': parents,
  'GET /v1/parent/children/grade-book/settings': parents,
  'GET /v1/parent/children/grade-book/score-journal': parents,
  'GET /v1/parent/children/grade-book/marks': parents,
  'GET /v1/parent/children/grade-book/journal-days': parents,
  'GET /v1/parent/children/grade-book/mark-details': parents,

  'GET /v1/student/schedule/list': students,
  'GET /v1/student/schedule/groups/list': students,
  'GET /v1/student/schedule/groups/to-change': students,
  'POST /v1/student/schedule/groups/change': students,
  'GET /v1/student/grade-book/list': students,
  'GET /v1/student/grade-book/books': students,
  'GET /v1/student/grade-book/marks': students,
  'GET /v1/student/grade-book/courses-without-journals': students,
  'GET /v1/student/grade-book/settings': students,
  'GET /v1/student/grade-book/score-journal': students,
  'GET /v1/student/grade-book/journal-days': students,
  'GET /v1/student/grade-book/mark-details': students,
  'GET /v1/learning/record-book-link': family,

  'POST /v1/schedule/group/enroll': family,
  'DELETE /v1/schedule/enrolment/{id}': family,
  'GET /v1/schedule/group/preview': family,
  'GET /v1/schedule/group/transfer/list': family,
  'DELETE /v1/schedule/group/transfer/{id}': family,
  'GET /v1/schedule/group/waiting-list/list': family,
  'POST /v1/schedule/group/waiting-list/join': family,
  'DELETE /v1/schedule/group/waiting-list/{id}': family,
  'POST /v1/schedule/ticket/create': authors,
  'POST /v1/storage/ticket-file': withRoleGroup,
  'GET /v1/schedule/ticket/list': authors,
  'GET /v1/schedule/ticket/recipient/list': authors,
  'GET /v1/schedule/ticket/{id}': authors,
  'POST /v1/schedule/ticket/{id}/reply': authors,
  'POST /v1/schedule/ticket/{id}/read': authors,
  'GET /v1/schedule/absence/list': family,
  'POST /v1/schedule/absence/create': family,
  'DELETE /v1/schedule/absence/{id}': family,
  'GET /v1/admin/absence/list': administrators,
  'GET /v1/school-news/list': 'signed-in',
  'GET /v1/school-news/{id}': 'signed-in',
  'GET /v1/admin/news/list': administrators,
  'GET /v1/admin/news/audience/list': administrators,
  'POST /v1/admin/news': administrators,
  'POST /v1/admin/news/preview': administrators,
  'PATCH /v1/admin/news/{id}': administrators,
  'POST /v1/admin/news/{id}/withdraw': administrators,
  'GET /v1/schedule/feed-link': family,
  'POST /v1/schedule/feed-link': family,
  'DELETE /v1/schedule/feed-link': family,
  'GET /v1/schedule/change/list': family,
  'GET /v1/learning/homework/list': family,
  'GET /v1/learning/mark/newest': family,
  'GET /v1/learning/unseen': withRoleGroup,
  'GET /v1/teacher/day': ['teacher', 'innopolis_teacher'],
  'GET /v1/admin/ticket/queue': administrators,
  'GET /v1/admin/ticket/response-time/list': administrators,
  'GET /v1/admin/ticket/assignee/list': administrators,
  'GET /v1/admin/ticket/{id}': administrators,
  'POST /v1/admin/ticket/{id}/message': administrators,
  'PATCH /v1/admin/ticket/{id}': administrators,
  'POST /v1/learning/unseen/seen': family,
  'POST /v1/catalog/basket': family,
  'GET /v1/catalog/basket/{id}': family,
  'GET /v1/catalog/basket/{id}/contract-link': family,
  'GET /v1/catalog/basket/{id}/contract-text': family,
  'GET /v1/catalog/basket/list': family,
  'GET /v1/catalog/student/course/list': family,
  'GET /v1/catalog/course/{id}/student/list': family,
  'GET /v1/catalog/group/student/list': family,
  'GET /v1/schedule/offer/{token}/student/list': family,
  'DELETE /v1/catalog/basket/{id}': family,
  'GET /v1/catalog/waiting-list/list': family,
  'POST /v1/catalog/waiting-list/join': family,
  'DELETE /v1/catalog/waiting-list/{id}': family,

  'GET /v1/profile/visit/list': 'signed-in',
  'GET /v1/admin/user/list': administrators,
  'GET /v1/admin/user/{id}': administrators,
  'GET /v1/admin/user/{id}/delivery/list': administrators,
  'POST /v1/admin/user/{id}/lock': administrators,
  'POST /v1/admin/user/{id}/unlock': administrators,
  'POST /v1/admin/user/{id}/end-sessions': administrators,
  'POST /v1/admin/user/{id}/role': administrators,
  'POST /v1/admin/user/{id}/guardian-rights': administrators,
  'POST /v1/admin/user/{id}/guardian/{guardianId}/end': administrators,
  'POST /v1/admin/user/{id}/guardian/{guardianId}/restore': administrators,
  'GET /v1/admin/user/{id}/join/preview': administrators,
  'POST /v1/admin/user/{id}/join': administrators,
  'POST /v1/admin/user/{id}/join/undo': administrators,
  'POST /v1/admin/user/{id}/invitation': administrators,
  'DELETE /v1/admin/user/{id}/invitation': administrators,
  'GET /v1/admin/invitation/preview': administrators,
  'POST /v1/admin/invitation/queue': administrators,
  'GET /v1/admin/bank-line/list': administrators,
  'POST /v1/admin/bank-line/{id}/book': administrators,
  'POST /v1/admin/bank-line/{id}/dismiss': administrators,
  'POST /v1/admin/bank-line/{id}/reopen': administrators,
  'POST /v1/admin/bank-line/{id}/split': administrators,
  'GET /v1/admin/import/list': administrators,
  'GET /v1/admin/import/{id}': administrators,
  'POST /v1/admin/import': administrators,
  'POST /v1/admin/import/{id}/check': administrators,
  'POST /v1/admin/import/{id}/apply': administrators,
  'DELETE /v1/admin/import/{id}': administrators,
  'GET /v1/admin/service-account/list': administrators,
  'POST /v1/admin/service-account': administrators,
  'POST /v1/admin/service-account/{id}/secret': administrators,
  'DELETE /v1/admin/service-account/{id}': administrators,
  'GET /v1/admin/webhook/list': administrators,
  'POST /v1/admin/webhook': administrators,
  'POST /v1/admin/webhook/{id}/secret': administrators,
  'PATCH /v1/admin/webhook/{id}': administrators,
  'DELETE /v1/admin/webhook/{id}': administrators,
  'GET /v1/admin/webhook/{id}/delivery/list': administrators,
  'POST /v1/admin/webhook/{id}/replay': administrators,
  'POST /v1/admin/auth/login-as': administrators,
  'GET /v1/admin/audit/list': administrators,
  'GET /v1/admin/sign-in-failure/list': administrators,
  'GET /v1/admin/unmapped-role/list': administrators,
  'GET /v1/admin/pending-work': administrators,
  'GET /v1/admin/work-queue/{queue}/list': administrators,
  'POST /v1/admin/work-queue/{queue}/{id}/take': administrators,
  'POST /v1/admin/work-queue/{queue}/{id}/release': administrators,
  'GET /v1/admin/user/{id}/checkout/list': administrators,
  'GET /v1/admin/user/{id}/autopay/list': administrators,
  'POST /v1/admin/autopay/{autopayId}/stop': administrators,
  'POST /v1/admin/transfer/{transferId}/cancel': administrators,
  'GET /v1/admin/checkout/{checkoutId}/refund/preview': administrators,
  'POST /v1/admin/checkout/{checkoutId}/refund': administrators,
  'POST /v1/admin/payment-difference/{differenceId}/clear': administrators,
  'GET /v1/admin/contract/search': administrators,
  'GET /v1/admin/user/{id}/termination/list': administrators,
  'GET /v1/admin/contract/{contractId}/termination/preview': administrators,
  'POST /v1/admin/contract/{contractId}/termination': administrators,
  'POST /v1/admin/termination/{terminationId}/withdraw': administrators,
  'POST /v1/admin/termination/{terminationId}/settle': administrators,
  'GET /v1/admin/contract/{contractId}': administrators,
  'GET /v1/admin/contract/{contractId}/document-link': administrators,
  'POST /v1/admin/contract-action/preview': administrators,
  'POST /v1/admin/contract/{contractId}/action': administrators,
  'POST /v1/admin/contract-action/{actionId}/undo': administrators,
  'GET /v1/admin/contract/{contractId}/signing': administrators,
  'POST /v1/admin/contract/{contractId}/sign': administrators,
}

const values: Record<string, string> = {
  token: 'AAAAAAAAAAAAAAAAAAAAAA',
  provider: 'yandex',
  queue: 'overdue',
  id: '11111111-1111-4111-8111-111111111111',
  contractId: '11111111-1111-4111-8111-111111111111',
  checkoutId: '11111111-1111-4111-8111-111111111111',
  autopayId: '11111111-1111-4111-8111-111111111111',
  terminationId: '11111111-1111-4111-8111-111111111111',
  transferId: '11111111-1111-4111-8111-111111111111',
  actionId: '11111111-1111-4111-8111-111111111111',
  differenceId: '11111111-1111-4111-8111-111111111111',
  paymentId: '11111111-1111-4111-8111-111111111111',
  operationId: '11111111-1111-4111-8111-111111111111',
  codeId: '11111111-1111-4111-8111-111111111111',
  guardianId: '11111111-1111-4111-8111-111111111111',
}

function filled(address: string): string {
  return address.replaceAll(/\{(\w+)\}/g, (_, name: string) => values[name] ?? '')
}

const server = openForSuite(() => openTestApp())
const holders = new Map<Role | 'no role', Person>()

beforeAll(async () => {
  const twoFactorLastCheck = server.clock.now
  for (const role of roles) holders.set(role, await server.signInAs({ roles: [role], twoFactorLastCheck }))
  holders.set('no role', await server.signInAs({ roles: [], twoFactorLastCheck }))
})

/** The answer of the access hook: the problem of a denied call, or the response of the handler. */
async function verdictOn(person: Person, address: string): Promise<'unauthenticated' | 'role-missing' | 'passed'> {
  const answer = await person.call(filled(address))
  const type = answer.headers['content-type']?.toString().startsWith('application/problem+json')
    ? answer.json<{ type: string }>().type
    : ''
  return type === 'unauthenticated' || type === 'role-missing' ? type : 'passed'
}

it('The table names every declared call, and no other', () => {
  expect(Object.keys(allowed).sort()).toEqual(declaredCalls.map(({ call }) => call.address).sort())
})

describe.each(Object.entries(allowed))('%s', (address, who) => {
  it(`is for ${typeof who === 'string' ? who : who.join(', ')}`, async () => {
    const verdicts: Record<string, string> = { visitor: await verdictOn(server.visitor, address) }
    for (const [role, person] of holders) verdicts[role] = await verdictOn(person, address)

    const expected: Record<string, string> = { visitor: who === 'anyone' ? 'passed' : 'unauthenticated' }
    for (const role of holders.keys()) {
      expected[role] = typeof who === 'string' || (role !== 'no role' && who.includes(role)) ? 'passed' : 'role-missing'
    }
    expect(verdicts).toEqual(expected)
  })
})

it('A user with one of the roles is allowed, whichever role group is selected', async () => {
  const person = await server.signInAs({ roles: ['administrator', 'parent', 'teacher'], group: 'teacher' })
  expect(await verdictOn(person, 'GET /v1/parent/children/schedule/list')).toBe('passed')
  expect(await verdictOn(person, 'GET /v1/admin/user/list')).toBe('passed')
  expect(await verdictOn(person, 'GET /v1/student/schedule/list')).toBe('role-missing')
})

it('The server does not start with a route under /api that does not declare who may call it', async () => {
  const app = Fastify()
  authorization(app)
  app.get('/api/v1/secret', async () => 'secret')
  await expect(app.ready()).rejects.toThrow('GET /api/v1/secret does not declare who may call it')
})

it('Every call is registered at the address it is declared with', () => {
  for (const { call } of declaredCalls) {
    const url = `/api${pathOf(call.address).replaceAll(/\{(\w+)\}/g, ':$1')}`
    expect([call.address, server.app.hasRoute({ method: methodOf(call.address), url })]).toEqual([call.address, true])
  }
})
