import { groupsHeld, knownRoles, passesRoleCheck, rolesInGroup, selectGroup } from '#contract/roles.ts'
import type { SessionContext, SignedInUser } from '#src/machines/setups/session-setup.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import {
  beginsWith,
  done,
  failed,
  requirement,
  requirementRules,
  taggedOnly,
} from '#tests/model-runner/requirements.ts'
import { implies, performs, type Rule, rule } from '#tests/model-runner/rule.ts'

const known = ({ context }: Observation['after']) => context as SessionContext
const was = ({ before }: Observation) => known(before)
const signedOut: SessionContext = { user: null, roleGroup: null, isImpersonating: false, startFailure: null }

/** What is known of a user who has arrived: the remembered role group if it is held, else the first one held. */
function contextOf(arrival: SignedInUser): SessionContext {
  if (arrival === null) return signedOut
  const { user, rememberedGroup } = arrival
  const roleGroup = selectGroup(knownRoles(user.roles), rememberedGroup)
  return { user, roleGroup, isImpersonating: user.isLoggedAs, startFailure: null }
}

const message = ({ user }: SessionContext) => ({ type: 'user.changedElsewhere', userId: user?.id ?? null })
const announced = ({ user, roleGroup }: SessionContext) =>
  [
    ['rememberRoleGroup', { user, group: roleGroup }],
    ['notifyOtherTabs', message({ ...signedOut, user })],
  ] as const
const leftBehind = () => [['forgetPerson'], ['notifyOtherTabs', message(signedOut)]] as const
const reloads = () => [['reloadPage']] as const
const arrivalIn = ({ event }: Observation) => event.output as SignedInUser
const isSame = (seen: Observation) => arrivalIn(seen)?.user.id === was(seen).user?.id
const isAboutUs = (seen: Observation) => seen.event.user.id === was(seen).user?.id
const isAnotherHeldGroup = (seen: Observation) => {
  const { user, roleGroup } = was(seen)
  const { group } = seen.event
  return user !== null && group !== roleGroup && groupsHeld(knownRoles(user.roles)).includes(group)
}
const mayImpersonate = (seen: Observation) => {
  const { user, roleGroup, isImpersonating } = was(seen)
  return user !== null && !isImpersonating && passesRoleCheck('admin', rolesInGroup(knownRoles(user.roles), roleGroup))
}
const renewed = (seen: Observation) => contextOf({ user: seen.event.user, rememberedGroup: was(seen).roleGroup })
const asksToSignIn = ({ event }: Observation) => ({ requestSignIn: { returnTo: event.returnTo } })
const loadsUser = () => ({ loadUser: null })

export const sessionRules: readonly Rule[] = [
  ...requirementRules([
    requirement('Сначала конфигурация, потом пользователь; чего не получить — страница 500', 'S4', [
      { in: 'loadingConfig', on: done('loadConfig'), to: 'loadingUser', starts: loadsUser },
      { in: 'loadingConfig', on: failed('loadConfig'), to: 'unavailable' },
      { in: 'loadingUser', on: failed('loadUser'), to: 'unavailable' },
      { in: 'unavailable', on: 'session.retry', to: 'loadingConfig', starts: { loadConfig: null } },
    ]),
    requirement('О пришедшем говорят один раз, роль — из тех, что есть у человека', 'S4, D-12, D-31', [
      {
        in: 'loadingUser',
        on: done('loadUser'),
        if: (seen) => arrivalIn(seen) !== null,
        to: 'signedIn.present',
        sets: (seen) => contextOf(arrivalIn(seen)),
        does: (seen) => announced(contextOf(arrivalIn(seen))),
      },
      { in: 'signedIn', on: 'page.loaded', does: (seen) => announced(was(seen)) },
      { in: 'visitor', on: 'page.loaded', does: (seen) => [['notifyOtherTabs', message(was(seen))]] },
    ]),
    requirement('Кто не вошёл, о том ничего не известно, и прежнее забыто', 'S4', {
      in: 'loadingUser',
      on: done('loadUser'),
      if: (seen) => arrivalIn(seen) === null,
      to: 'visitor',
      sets: () => signedOut,
      does: leftBehind,
    }),
    requirement('401 ведёт ко входу, и открывают только тот адрес, что дал сервер; о неудаче сказано', 'S8', [
      { in: ['visitor', 'signedIn'], on: 'call.unauthorized', to: 'askingToSignIn', starts: asksToSignIn },
      { in: 'visitor', on: 'signIn.request', to: 'askingToSignIn', starts: asksToSignIn },
      {
        in: 'askingToSignIn',
        on: done('requestSignIn'),
        if: ({ event }) => event.output !== null,
        to: 'leavingPage',
        does: ({ event }) => [['replacePage', { location: event.output }]],
      },
      {
        in: 'askingToSignIn',
        on: done('requestSignIn'),
        if: ({ event }) => event.output === null,
        to: 'visitor',
        sets: () => signedOut,
        does: () => [['notifySignInFailed', { failure: null }], ...leftBehind()],
      },
      {
        in: 'askingToSignIn',
        on: failed('requestSignIn'),
        to: 'visitor',
        sets: () => signedOut,
        does: () => [['notifySignInFailed', { failure: 'unknown' }], ...leftBehind()],
      },
    ]),
    requirement('Сессия, оконченная в другом месте, кончается и здесь: данные забыты до страницы входа', 'S8, D-5', {
      in: ['signedIn.present', 'signedIn.refreshing'],
      on: 'stream.sessionEnded',
      to: 'askingToSignIn',
      sets: () => signedOut,
      does: [['forgetPerson']],
      starts: asksToSignIn,
    }),
    requirement('Сервис входа спрашивают, только когда человек вошёл сам и ничего не происходит', 'D-1, D-13', {
      in: 'signedIn.present',
      on: 'provider.checkDue',
      if: (seen) => !was(seen).isImpersonating,
      to: 'leavingPage',
      does: reloads,
    }),
    requirement('403 и 500 показывают свои страницы, пропавшая часть программы обновляет её', 'S8, D-32', [
      { on: 'call.forbidden', does: [['showForbidden']] },
      { on: 'call.broken', does: [['showBroken']] },
      { on: 'chunk.failed', does: [['reloadIfReleased']] },
    ]),
    requirement('Ответ другому человеку и другой человек в другой вкладке обновляют страницу', 'D-5', [
      {
        on: 'user.changedElsewhere',
        if: (seen) => !seen.before.matches('loadingUser') && seen.event.userId !== (was(seen).user?.id ?? null),
        to: 'leavingPage',
        does: reloads,
      },
      { on: ['call.answeredForAnother', 'page.reload', 'page.restored'], to: 'leavingPage', does: reloads },
    ]),
    requirement('Роль меняют на ту, что есть, и об этом знают другие вкладки', 'S4, D-5', [
      {
        in: 'signedIn',
        on: 'roleGroup.select',
        if: isAnotherHeldGroup,
        sets: ({ event }) => ({ roleGroup: event.group }),
        does: (seen) => {
          const { user } = was(seen)
          const { group } = seen.event
          return [
            ['rememberRoleGroup', { user, group }],
            ['notifyOtherTabs', { type: 'roleGroup.selectedElsewhere', userId: user?.id, group }],
            ['refreshMenu'],
            ['openHome'],
          ]
        },
      },
      {
        in: 'signedIn',
        on: 'roleGroup.selectedElsewhere',
        if: (seen) => seen.event.userId === was(seen).user?.id && isAnotherHeldGroup(seen),
        sets: ({ event }) => ({ roleGroup: event.group }),
        does: [['refreshMenu']],
      },
    ]),
    requirement('После изменения профиль перечитывается, и верен последний ответ', 'S4', [
      {
        in: ['signedIn.present', 'signedIn.refreshing'],
        on: 'profile.changed',
        to: 'signedIn.refreshing',
        starts: { reloadUser: null },
      },
      {
        in: 'signedIn',
        on: 'profile.received',
        if: isAboutUs,
        to: ({ before }) =>
          before.matches({ signedIn: 'refreshing' }) ? 'signedIn.present' : `signedIn.${before.value.signedIn}`,
        sets: renewed,
        does: [['refreshNames']],
      },
      {
        in: 'signedIn.refreshing',
        on: done('reloadUser'),
        if: isSame,
        to: 'signedIn.present',
        sets: (seen) => contextOf(arrivalIn(seen)),
      },
      {
        in: 'signedIn.refreshing',
        on: done('reloadUser'),
        if: (seen) => !isSame(seen),
        to: 'leavingPage',
        does: reloads,
      },
      { in: 'signedIn.refreshing', on: failed('reloadUser'), to: 'signedIn.present', does: [['notifyNotRenewed']] },
      {
        in: 'signedIn',
        on: 'twoFactor.checked',
        sets: (seen) => ({ user: { ...was(seen).user, twoFactorLastCheck: seen.event.at } }),
      },
    ]),
    requirement('Под пользователем входит только администратор, с причиной, и не второй раз подряд', 'D-13, D-37', [
      {
        in: 'signedIn.present',
        on: 'impersonation.start',
        if: mayImpersonate,
        to: 'signedIn.startingImpersonation',
        sets: { startFailure: null },
        starts: ({ event: { userId, reason, ticketNumber } }) => ({
          startImpersonation: { userId, reason, ticketNumber },
        }),
      },
      {
        in: 'signedIn.startingImpersonation',
        on: done('startImpersonation'),
        to: 'loadingUser',
        sets: () => signedOut,
        does: [['forgetData'], ['openHome']],
        starts: loadsUser,
      },
      {
        in: 'signedIn.startingImpersonation',
        on: failed('startImpersonation'),
        to: 'signedIn.present',
        sets: { startFailure: 'unknown' },
      },
    ]),
    requirement('Выход из-под пользователя ведёт в панель администратора; о неудаче сказано', 'S4, D-13', [
      {
        in: 'signedIn.present',
        on: 'impersonation.end',
        if: (seen) => was(seen).isImpersonating,
        to: 'signedIn.endingImpersonation',
        starts: { endImpersonation: null },
      },
      {
        in: 'signedIn.endingImpersonation',
        on: done('endImpersonation'),
        to: 'loadingUser',
        sets: () => signedOut,
        does: (seen) => [['openAdminPanel', { userId: was(seen).user?.id }], ['forgetData']],
        starts: loadsUser,
      },
      {
        in: 'signedIn.endingImpersonation',
        on: failed('endImpersonation'),
        to: 'signedIn.present',
        does: [['notifyEndFailed']],
      },
    ]),
  ]),
  beginsWith('До конфигурации ни о ком ничего не известно', 'S4', {
    state: 'loadingConfig',
    context: signedOut,
    starts: { loadConfig: null },
  }),
  taggedOnly('Пока не известно, кто здесь, видно, что идёт загрузка', 'S2', 'settling', [
    'loadingConfig',
    'loadingUser',
  ]),
  taggedOnly('Страница, которую покидают, ничего не показывает', 'S8', 'leaving', ['askingToSignIn', 'leavingPage']),
  taggedOnly('Пока входят под пользователем или выходят, видно, что занято', 'S8', 'busy', [
    'signedIn.startingImpersonation',
    'signedIn.endingImpersonation',
  ]),
  rule('Выбранная роль — всегда одна из тех, что есть у человека', 'S6, D-12', ({ after }) => {
    const { user, roleGroup } = known(after)
    return roleGroup === null || (user !== null && groupsHeld(knownRoles(user.roles)).includes(roleGroup))
  }),
  rule(
    'Вход под пользователем никогда не забыт: о нём знает страница, пока он длится',
    'S3, D-13',
    ({ after }) => known(after).isImpersonating === (known(after).user?.isLoggedAs ?? false),
  ),
  rule('Страница, которую заменяют, никого больше не спрашивает', 'S4', (observation) =>
    implies(observation.before.matches('leavingPage'), observation.begun.length === 0),
  ),
  rule('Меняется человек — забываются данные прежнего', 'S4, D-13', (observation, past) => {
    const [former, present] = [was(observation).user?.id, known(observation.after).user?.id]
    const isForgotten = [...past, observation].some(
      (one) => performs(one, 'forgetData') || performs(one, 'forgetPerson'),
    )
    return implies(former !== undefined && present !== undefined && former !== present, isForgotten)
  }),
]
