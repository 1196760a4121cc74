import { isDeepStrictEqual } from 'node:util'
import { groupsHeld, knownRoles, passesRoleCheck, rolesInGroup } from '#contract/roles.ts'
import type { SessionContext } from '#src/machines/session-setup.ts'
import type { Moment } from '#tests/model-runner/moments.ts'
import { begins, does, givenTo, handed, implies, type Rule } from '#tests/model-runner/rule.ts'

const known = ({ context }: Moment['after']) => context as SessionContext

export const sessionRules: readonly Rule[] = [
  {
    says: 'После выхода нет чужих данных',
    source: 'S4',
    holds: (moment) =>
      implies(
        moment.after.matches('visitor') && !moment.before.matches('visitor'),
        known(moment.after).user === null && does(moment, 'forgetPerson'),
      ),
  },
  {
    says: 'Выбранная роль — всегда одна из тех, что есть у человека',
    source: 'S6, D-12',
    holds: ({ after }) => {
      const { user, roleGroup } = known(after)
      return roleGroup === null || (user !== null && groupsHeld(knownRoles(user.roles)).includes(roleGroup))
    },
  },
  {
    says: 'Под пользователем входит только администратор, и не второй раз подряд',
    source: 'D-13',
    holds: (moment) => {
      const { user, roleGroup, isLoggedAsAdmin } = known(moment.before)
      return implies(
        begins(moment, 'startImpersonation'),
        user !== null && !isLoggedAsAdmin && passesRoleCheck('admin', rolesInGroup(knownRoles(user.roles), roleGroup)),
      )
    },
  },
  {
    says: 'Причина входа под пользователем доходит до сервера как написана',
    source: 'D-37',
    holds: (moment) => {
      const { userId, reason } = moment.event as { userId?: string; reason?: string }
      const given = givenTo(moment, 'startImpersonation')
      return given === undefined || isDeepStrictEqual(given, { userId, reason })
    },
  },
  {
    says: 'Вход под пользователем никогда не забыт: о нём знает страница, пока он длится',
    source: 'S3, D-13',
    holds: ({ after }) => known(after).isLoggedAsAdmin === (known(after).user?.isLoggedAs ?? false),
  },
  {
    says: '401 ведёт ко входу',
    source: 'S8',
    holds: ({ event, before, after }) =>
      implies(
        event.type === 'call.unauthorized' && (before.matches('visitor') || before.matches('signedIn')),
        after.matches('askingToSignIn'),
      ),
  },
  {
    says: '403 и 500 показывают свои страницы и никого не теряют',
    source: 'S8',
    holds: (moment) => {
      const shown = { 'call.forbidden': 'showForbidden', 'call.broken': 'showBroken' }[moment.event.type]
      return (
        shown === undefined || (does(moment, shown) && isDeepStrictEqual(known(moment.after), known(moment.before)))
      )
    },
  },
  {
    says: 'Ответ, данный другому человеку, обновляет страницу',
    source: 'D-5',
    holds: (moment) =>
      implies(
        moment.event.type === 'call.answeredForAnother',
        does(moment, 'reloadPage') && moment.after.matches('away'),
      ),
  },
  {
    says: 'Открывают только тот адрес входа, что дал сервер',
    source: 'S4',
    holds: (moment) => {
      const opened = handed<{ location: string }>(moment, 'replacePage')
      return opened === undefined || opened.location === (moment.event as { output?: unknown }).output
    },
  },
  {
    says: 'Другим вкладкам говорят о том, кто здесь, и ни о ком другом',
    source: 'D-5',
    holds: (moment) => {
      const told = handed<{ userId: string | null }>(moment, 'tellOtherTabs')
      return told === undefined || told.userId === (known(moment.after).user?.id ?? null)
    },
  },
  {
    says: 'Страница, которую заменяют, никого больше не спрашивает',
    source: 'S4',
    holds: (moment) => implies(moment.before.matches('away'), moment.begun.length === 0),
  },
  {
    says: 'Меняется человек — забываются данные прежнего',
    source: 'S4, D-13',
    holds: (moment, past) => {
      const [was, is] = [known(moment.before).user?.id, known(moment.after).user?.id]
      const isForgotten = [...past, moment].some((one) => does(one, 'forgetData') || does(one, 'forgetPerson'))
      return implies(was !== undefined && is !== undefined && was !== is, isForgotten)
    },
  },
  {
    says: 'Новая попытка войти под пользователем начинается без прежнего отказа',
    source: 'D-37',
    holds: (moment) => implies(begins(moment, 'startImpersonation'), known(moment.after).startFailure === null),
  },
]
