import type { AnyMachineSnapshot } from 'xstate'
import type { RoleGroup } from '#contract/roles.ts'
import { sessionMachine } from '#src/machines/session.ts'
import type { SessionContext } from '#src/machines/setups/session-setup.ts'
import type { Model } from '#tests/model-runner/model.ts'
import { sessionRules } from './rules/session.ts'
import { anna, arrivalOf, boris, gleb, vera } from './sample-users.ts'

const signInAddress = 'https://identity.example/authorize?client_id=lk'
export const closedPage = '/learning-progress'
export const startReason = 'Ученик не видит расписание'
const borisWithReason = { userId: boris.id, reason: startReason, ticketNumber: '' }
const impersonation = { type: 'impersonation.start', ...borisWithReason }

const selections: readonly { title: string; group: RoleGroup }[] = [
  { title: 'выбрана роль «Родитель»', group: 'parent' },
  { title: 'выбрана роль «Преподаватель»', group: 'teacher' },
  { title: 'выбрана роль «Администратор»', group: 'admin' },
]

export const sessionModel: Model = {
  machine: sessionMachine,
  rules: sessionRules,
  title: 'Сессия: кто здесь и что следует из отказа',
  events: {
    'xstate.done.actor.loadConfig': [{ title: 'конфигурация получена' }],
    'xstate.error.actor.loadConfig': [{ title: 'конфигурация не получена', with: { error: 'нет' } }],
    'xstate.done.actor.loadUser': [
      { title: 'пришла Анна, родитель и преподаватель', with: { output: arrivalOf(anna) } },
      { title: 'под Борисом вошёл администратор', with: { output: arrivalOf(boris) } },
      { title: 'пришла Вера, администратор', with: { output: arrivalOf(vera) } },
      { title: 'никто не вошёл (401)', with: { output: null } },
    ],
    'xstate.error.actor.loadUser': [{ title: 'пользователь не получен', with: { error: 'нет' } }],
    'xstate.done.actor.reloadUser': ({ context }) => [
      {
        title: 'профиль перечитан',
        with: { output: arrivalOf({ ...context.user, phone: '+79001234567' }, context.roleGroup) },
      },
      { title: 'вместо этого человека отвечают за Глеба', with: { output: arrivalOf(gleb) } },
      { title: 'оказалось, что никто не вошёл (401)', with: { output: null } },
    ],
    'xstate.error.actor.reloadUser': [{ title: 'профиль не перечитан', with: { error: 'нет' } }],
    'xstate.done.actor.requestSignIn': [
      { title: 'получен адрес входа', with: { output: signInAddress } },
      { title: 'адреса входа нет', with: { output: null } },
    ],
    'xstate.error.actor.requestSignIn': [{ title: 'адрес входа не получен', with: { error: 'нет' } }],
    'xstate.done.actor.startImpersonation': [{ title: 'администратор вошёл под пользователем' }],
    'xstate.error.actor.startImpersonation': [{ title: 'войти под пользователем не удалось', with: { error: 'нет' } }],
    'xstate.done.actor.endImpersonation': [{ title: 'вход под пользователем закончен' }],
    'xstate.error.actor.endImpersonation': [
      { title: 'закончить вход под пользователем не удалось', with: { error: 'нет' } },
    ],
    'user.changedElsewhere': ({ context }) => [
      { title: 'в другой вкладке тот же человек', with: { userId: context.user?.id ?? null } },
      { title: 'в другой вкладке другой человек', with: { userId: gleb.id } },
    ],
    'roleGroup.selectedElsewhere': ({ context }) => [
      ...selections.map(({ title, group }) => ({
        title: `в другой вкладке: ${title}`,
        with: { userId: context.user?.id, group },
      })),
      { title: 'в другой вкладке роль сменил другой человек', with: { userId: gleb.id, group: 'teacher' } },
    ],
    'roleGroup.select': selections.map(({ title, group }) => ({ title, with: { group } })),
    'impersonation.start': [{ title: 'нажато «Войти как» с причиной', with: borisWithReason }],
    'impersonation.end': [{ title: 'нажато «Выйти из-под пользователя»' }],
    'signIn.request': [
      { title: 'нажато «Войти»' },
      { title: 'нажато «Войти» на закрытой странице', with: { returnTo: closedPage } },
    ],
    'session.retry': [{ title: 'нажато «Попробовать снова»' }],
    'page.loaded': [{ title: 'посещение начато' }],
    'profile.changed': [{ title: 'профиль изменён' }],
    'profile.received': ({ context }) => [
      { title: 'сервер ответил новым профилем', with: { user: { ...context.user, phone: '+79001234567' } } },
      { title: 'ответ опоздал: он о Глебе', with: { user: gleb } },
    ],
    'twoFactor.checked': [{ title: 'вход подтверждён кодом', with: { at: '2026-11-20T10:00:00Z' } }],
    'call.unauthorized': [{ title: 'вызов ответил 401' }],
    'call.forbidden': [{ title: 'вызов ответил 403' }],
    'call.broken': [{ title: 'вызов ответил 500' }],
    'call.answeredForAnother': [{ title: 'сервер отвечает другому человеку (409)' }],
    'stream.sessionEnded': [{ title: 'сессию закончили в другом месте' }],
    'provider.checkDue': [{ title: 'при переходе пора спросить сервис входа' }],
    'chunk.failed': [{ title: 'часть программы не загрузилась' }],
    'page.reload': [{ title: 'нажато «Обновить страницу»' }],
    'page.restored': [{ title: 'страница возвращена кнопкой «Назад»' }],
  },
  states: {
    loadingConfig: 'загружается конфигурация',
    loadingUser: 'загружается пользователь',
    visitor: 'посетитель без входа',
    signedIn: 'человек вошёл, что бы он ни делал',
    'signedIn.present': 'человек вошёл',
    'signedIn.refreshing': 'человек вошёл, профиль перечитывается',
    'signedIn.startingImpersonation': 'администратор входит под пользователем',
    'signedIn.endingImpersonation': 'заканчивается вход под пользователем',
    askingToSignIn: 'запрашивается адрес входа',
    leavingPage: 'страница заменяется или обновляется',
    unavailable: 'недоступно: страница 500',
  },
  stateKey,
  extraPaths: [
    [
      { type: 'xstate.done.actor.loadConfig' },
      { type: 'xstate.done.actor.loadUser', output: arrivalOf(vera) },
      impersonation,
      { type: 'xstate.error.actor.startImpersonation', error: 'нет' },
      impersonation,
    ],
  ],
}

/** The role group distinguishes places only while a user is signed in; leaving is the same for all groups. */
function stateKey(snapshot: AnyMachineSnapshot): string {
  const { user, roleGroup } = snapshot.context as SessionContext
  const state = JSON.stringify(snapshot.value)
  if (snapshot.matches('leavingPage')) return state
  if (snapshot.matches('askingToSignIn')) return `${state} ${user !== null}`
  return snapshot.matches({ signedIn: 'refreshing' }) ? `${state} ${user?.id}` : `${state} ${user?.id} ${roleGroup}`
}
