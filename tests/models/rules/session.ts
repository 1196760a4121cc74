import { isDeepStrictEqual } from 'node:util'
import { groupsHeld, knownRoles, passesRoleCheck, rolesInGroup } from '#contract/roles.ts'
import type { SessionContext } from '#src/machines/session-setup.ts'
import type { Observation } from '#tests/model-runner/observations.ts'
import { implies, inputOf, paramsOf, performs, type Rule, starts } from '#tests/model-runner/rule.ts'

const known = ({ context }: Observation['after']) => context as SessionContext

export const sessionRules: readonly Rule[] = [
  {
    title: 'После выхода нет чужих данных',
    source: 'S4',
    holds: (observation) =>
      implies(
        observation.after.matches('visitor') && !observation.before.matches('visitor'),
        known(observation.after).user === null && performs(observation, 'forgetPerson'),
      ),
  },
  {
    title: 'Выбранная роль — всегда одна из тех, что есть у человека',
    source: 'S6, D-12',
    holds: ({ after }) => {
      const { user, roleGroup } = known(after)
      return roleGroup === null || (user !== null && groupsHeld(knownRoles(user.roles)).includes(roleGroup))
    },
  },
  {
    title: 'Под пользователем входит только администратор, и не второй раз подряд',
    source: 'D-13',
    holds: (observation) => {
      const { user, roleGroup, isLoggedAsAdmin } = known(observation.before)
      return implies(
        starts(observation, 'startImpersonation'),
        user !== null && !isLoggedAsAdmin && passesRoleCheck('admin', rolesInGroup(knownRoles(user.roles), roleGroup)),
      )
    },
  },
  {
    title: 'Причина входа под пользователем доходит до сервера как написана',
    source: 'D-37',
    holds: (observation) => {
      const { userId, reason } = observation.event as { userId?: string; reason?: string }
      const given = inputOf(observation, 'startImpersonation')
      return given === undefined || isDeepStrictEqual(given, { userId, reason })
    },
  },
  {
    title: 'Вход под пользователем никогда не забыт: о нём знает страница, пока он длится',
    source: 'S3, D-13',
    holds: ({ after }) => known(after).isLoggedAsAdmin === (known(after).user?.isLoggedAs ?? false),
  },
  {
    title: '401 ведёт ко входу',
    source: 'S8',
    holds: ({ event, before, after }) =>
      implies(
        event.type === 'call.unauthorized' && (before.matches('visitor') || before.matches('signedIn')),
        after.matches('askingToSignIn'),
      ),
  },
  {
    title: '403 и 500 показывают свои страницы и никого не теряют',
    source: 'S8',
    holds: (observation) => {
      const shown = { 'call.forbidden': 'showForbidden', 'call.broken': 'showBroken' }[observation.event.type]
      return (
        shown === undefined ||
        (performs(observation, shown) && isDeepStrictEqual(known(observation.after), known(observation.before)))
      )
    },
  },
  {
    title: 'Ответ, данный другому человеку, обновляет страницу',
    source: 'D-5',
    holds: (observation) =>
      implies(
        observation.event.type === 'call.answeredForAnother',
        performs(observation, 'reloadPage') && observation.after.matches('away'),
      ),
  },
  {
    title: 'Открывают только тот адрес входа, что дал сервер',
    source: 'S4',
    holds: (observation) => {
      const opened = paramsOf<{ location: string }>(observation, 'replacePage')
      return opened === undefined || opened.location === (observation.event as { output?: unknown }).output
    },
  },
  {
    title: 'Другим вкладкам говорят о том, кто здесь, и ни о ком другом',
    source: 'D-5',
    holds: (observation) => {
      const told = paramsOf<{ userId: string | null }>(observation, 'tellOtherTabs')
      return told === undefined || told.userId === (known(observation.after).user?.id ?? null)
    },
  },
  {
    title: 'Страница, которую заменяют, никого больше не спрашивает',
    source: 'S4',
    holds: (observation) => implies(observation.before.matches('away'), observation.begun.length === 0),
  },
  {
    title: 'Меняется человек — забываются данные прежнего',
    source: 'S4, D-13',
    holds: (observation, past) => {
      const [was, is] = [known(observation.before).user?.id, known(observation.after).user?.id]
      const isForgotten = [...past, observation].some(
        (one) => performs(one, 'forgetData') || performs(one, 'forgetPerson'),
      )
      return implies(was !== undefined && is !== undefined && was !== is, isForgotten)
    },
  },
  {
    title: 'Новая попытка войти под пользователем начинается без прежнего отказа',
    source: 'D-37',
    holds: (observation) =>
      implies(starts(observation, 'startImpersonation'), known(observation.after).startFailure === null),
  },
]
