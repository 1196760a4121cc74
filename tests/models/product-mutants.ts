import type { ProductMutant } from '#tests/model-runner/mutation/mutated-build.ts'

const sessionActors = 'src/actors/session.actors.ts'
const codes = 'src/actors/one-time-code.actors.ts'
const authActors = 'src/actors/auth.actors.ts'
const purchase = 'src/actors/purchase.actors.ts'
const change = 'src/actors/schedule-change.actors.ts'
const addressFlow = 'src/actors/address-flow.ts'
const codeForm = 'src/routes/-flow/account/one-time-code'

/** Each mutant is a realistic mistake. */
export const productMutants: readonly ProductMutant[] = [
  {
    name: 'the other tabs are not notified who is signed in',
    ...{ kind: 'wiring', machine: 'session', file: sessionActors },
    from: 'notifyOtherTabs: (_, message) => notifyOtherTabs(message),',
    to: 'notifyOtherTabs: () => undefined,',
  },
  {
    name: 'a sign-in leads back to the beginning, not to the page',
    ...{ kind: 'address', machine: 'session', file: sessionActors },
    from: 'safeReturnPath(input.returnTo ?? here(), browser().location.origin)\n        if',
    to: "'/'\n        if",
  },
  {
    name: 'what is forbidden is shown as broken',
    ...{ kind: 'address', machine: 'session', file: sessionActors },
    from: "showForbidden: () => navigate('/403',",
    to: "showForbidden: () => navigate('/500',",
  },
  {
    name: 'the role switch ticks the roles that are not chosen',
    ...{ kind: 'guard', machine: 'session', file: 'src/routes/-layout/user-menu.tsx' },
    from: 'chosen: group === chosen,',
    to: 'chosen: group !== chosen,',
  },
  {
    name: 'an impersonation that is ending can be ended again',
    ...{ kind: 'guard', machine: 'session', file: 'src/routes/-layout/impersonation-notice.tsx' },
    alsoReachedBy: ['notifications'],
    from: 'busy={isEnding}',
    to: 'busy={false}',
  },
  {
    name: 'another code is checked than the one that was typed',
    ...{ kind: 'body', machine: 'twoFactor', file: codes },
    from: "http('POST /v1/profile/two-factor/check', { body: input })",
    to: "http('POST /v1/profile/two-factor/check', { body: { code: '000000' } })",
  },
  {
    name: 'a code that is over can be submitted',
    ...{ kind: 'guard', machine: 'twoFactor', file: `${codeForm}/two-factor-dialog.tsx` },
    from: "disabled={state.matches({ awaiting: 'over' })}",
    to: 'disabled={false}',
  },
  {
    name: 'how many tries are left is not said',
    ...{ kind: 'words', machine: 'twoFactor', file: `${codeForm}/code-form.tsx` },
    alsoReachedBy: ['accountVerification'],
    from: "type !== 'code-wrong' || triesLeft === null",
    to: "type !== 'code-wrong' || triesLeft !== null",
  },
  {
    name: 'another code may be asked for during the pause',
    ...{ kind: 'guard', machine: 'twoFactor', file: `${codeForm}/code-form.tsx` },
    alsoReachedBy: ['accountVerification'],
    from: 'if (pause > 0) {',
    to: 'if (pause > 3600) {',
  },
  {
    name: 'a new address is saved and not shown',
    ...{ kind: 'wiring', machine: 'accountVerification', file: codes },
    from: "session().send({ type: 'profile.received', user })",
    to: 'void user',
  },
  {
    name: 'a new email is sent as a phone',
    ...{ kind: 'body', machine: 'accountVerification', file: codes },
    from: "return channel === 'phone' ? { phone: value }",
    to: "return channel !== 'phone' ? { phone: value }",
  },
  {
    name: 'the child is enrolled in another campaign',
    ...{ kind: 'body', machine: 'enrolment', file: 'src/actors/enrolment.actors.ts' },
    from: 'campaignUuid: campaign,',
    to: 'campaignUuid: opportunity,',
  },
  {
    name: 'one may go on without having chosen a group',
    ...{ kind: 'guard', machine: 'enrolment', file: 'src/routes/-2035/enrol-dialog.tsx' },
    from: 'disabled={!canGoOn}',
    to: 'disabled={false}',
  },
  {
    name: 'what costs nothing leads to a contract, and what costs does not',
    ...{ kind: 'guard', machine: 'enrolment', file: 'src/routes/-2035/enrol-dialog.tsx' },
    from: 'return isToBePaid ? (',
    to: 'return !isToBePaid ? (',
  },
  {
    name: 'a ticket is sent empty',
    ...{ kind: 'body', machine: 'ticket', file: 'src/actors/ticket.actors.ts' },
    from: '{ contentHtml, topic, ...',
    to: "{ contentHtml: '<p></p>', topic, ...",
  },
  {
    name: 'the text of a ticket does not take the focus when it opens',
    ...{ kind: 'focus', machine: 'ticket', file: 'src/routes/-flow/rich-text/rich-text-editor.tsx' },
    from: "autofocus: autofocus && 'end',",
    to: 'autofocus: false,',
  },
  {
    name: 'the screen data is attached without consent',
    ...{ kind: 'guard', machine: 'ticket', file: 'src/routes/-flow/tickets/ticket-dialog.tsx' },
    from: 'const attached = isAttached ? facts : []',
    to: 'const attached = facts',
  },
  {
    name: 'a signed-out user lands on the panel',
    ...{ kind: 'address', machine: 'signOut', file: authActors },
    from: 'return answer.url',
    to: "return '/'",
  },
  {
    name: 'a sign-out that failed says that one is out',
    ...{ kind: 'words', machine: 'signOut', file: 'src/routes/-logout/page.tsx' },
    from: 'title={t`Не удалось выйти`}',
    to: 'title={t`Вы вышли из личного кабинета`}',
  },
  {
    name: 'what the provider sent goes to the server without the way back',
    ...{ kind: 'body', machine: 'oauthResult', file: 'src/routes/-oauth-result/page.tsx' },
    from: '{ ...rest, fromUrl: from_url }',
    to: 'rest',
  },
  {
    name: 'a sign-in without a return path leads to the profile',
    ...{ kind: 'address', machine: 'oauthResult', file: authActors },
    from: "openHome: () => navigate('/',",
    to: "openHome: () => navigate('/profile',",
  },
  {
    name: 'a server that is not ready counts as one that answers',
    ...{ kind: 'wiring', machine: 'recovery', file: authActors },
    from: 'return ok\n',
    to: 'return true\n',
  },
  {
    name: 'the recovery leads to the home page instead of the former page',
    ...{ kind: 'address', machine: 'recovery', file: authActors },
    from: 'navigate(safeReturnPath(from, browser().location.origin), { replace: true })\n        },',
    to: "navigate('/', { replace: true })\n        },",
  },
  {
    name: 'that something failed is not said aloud',
    ...{ kind: 'words', machine: 'notifications', file: 'src/ui/feedback/toasts.tsx' },
    alsoReachedBy: ['session'],
    from: "tone === 'error' ? 'foreground' : 'background'",
    to: "tone === 'error' ? 'background' : 'foreground'",
  },
  {
    name: 'a contract is made for another child',
    ...{ kind: 'body', machine: 'purchase', file: purchase },
    from: 'campaignUuid, studentUuid: student.uuid, textHash',
    to: 'campaignUuid, studentUuid: campaignUuid, textHash',
  },
  {
    name: 'a basket that was filled does not stand in the address',
    ...{ kind: 'address', machine: 'purchase', file: addressFlow },
    from: 'history().replace(addressOf(to), isSameStep(to) ? openedHere() : undefined)',
    to: 'void isSameStep(to)',
  },
  {
    name: 'a step has no way back',
    ...{ kind: 'guard', machine: 'purchase', file: 'src/routes/-flow/steps/flow-step.tsx' },
    from: '{back && (',
    to: '{!back && (',
  },
  {
    name: 'why one is at this step again is not said aloud',
    ...{ kind: 'words', machine: 'purchase', file: 'src/routes/-purchase/page.tsx' },
    from: '<Notice tone="warning" role="alert" title={title}>',
    to: '<Notice tone="warning" title={title}>',
  },
  {
    name: 'the contract moves to the group that it had',
    ...{ kind: 'body', machine: 'scheduleChange', file: change },
    from: 'input: { contract, group }, signal }) => {\n        const body = { contractUuid: contract, groupUuid: group }',
    to: 'input: { contract, group }, signal }) => {\n        const body = { contractUuid: group, groupUuid: contract }',
  },
  {
    name: 'a change under way can be confirmed again',
    ...{ kind: 'guard', machine: 'scheduleChange', file: 'src/routes/-schedule-change/final-steps.tsx' },
    from: 'busy={flow.isBusy}',
    to: 'busy={false}',
  },
  {
    name: 'a step that is shown does not stand in the history',
    ...{ kind: 'address', machine: 'scheduleChange', file: addressFlow },
    from: 'history().push(addressOf(to), isNext(to) ? mark : undefined)',
    to: 'history().replace(addressOf(to))',
  },
]
