import type { SideEffect } from '#tests/model-runner/paths/replay.ts'
import type { Bilingual } from '#tests/model-runner/words.ts'

type Params = Record<string, unknown>
type Phrase = Bilingual | ((params: Params) => Bilingual)

const parts: Record<string, Bilingual> = {
  course: { ru: 'курс', en: 'course' },
  child: { ru: 'ребёнок', en: 'child' },
  group: { ru: 'группа', en: 'group' },
  scheme: { ru: 'оплата', en: 'payment' },
  basket: { ru: 'заявка', en: 'basket' },
  contract: { ru: 'договор', en: 'contract' },
  territory: { ru: 'площадка', en: 'site' },
  step: { ru: 'шаг', en: 'step' },
}

const roles: Record<string, Bilingual> = {
  parent: { ru: 'Родитель', en: 'Parent' },
  student: { ru: 'Ученик', en: 'Student' },
  teacher: { ru: 'Преподаватель', en: 'Teacher' },
  admin: { ru: 'Администратор', en: 'Administrator' },
}

/** Texts of all side effects of the machines. */
const phrases: Record<string, Phrase> = {
  rememberRoleGroup: ({ group }) => ({
    ru: `запоминается роль «${wordsOf(roles, group).ru}»`,
    en: `the role “${wordsOf(roles, group).en}” is stored`,
  }),
  notifyOtherTabs: ({ type }) =>
    type === 'roleGroup.selectedElsewhere'
      ? { ru: 'другим вкладкам сказано о новой роли', en: 'other tabs informed about the new role' }
      : { ru: 'другим вкладкам сказано, кто здесь', en: 'other tabs informed about the user' },
  retryQueries: { ru: 'что не загрузилось, загружается снова', en: 'what did not load is loaded again' },
  endSession: { ru: 'странице сказано, что сессия окончена', en: 'the page is notified that the session has ended' },
  refreshMenu: { ru: 'меню перечитывается', en: 'the menu is reloaded' },
  refreshNames: { ru: 'имена для входа перечитываются', en: 'sign-in names are reloaded' },
  reloadPage: { ru: 'страница обновляется', en: 'the page reloads' },
  reloadIfReleased: {
    ru: 'страница обновляется, если вышла новая версия',
    en: 'the page reloads if there is a new version',
  },
  openHome: { ru: 'открывается главная', en: 'the home page opens' },
  openAdminPanel: { ru: 'открывается панель администратора', en: 'the admin panel opens' },
  openPurchase: { ru: 'открывается оформление договора', en: 'the purchase opens' },
  showForbidden: { ru: 'показывается страница 403', en: 'the 403 page is shown' },
  showBroken: { ru: 'показывается страница 500', en: 'the 500 page is shown' },
  showFailure: ({ reason }) => ({
    ru: `показывается страница 500 с причиной ${reason}`,
    en: `the 500 page is shown with the reason ${reason}`,
  }),
  replacePage: ({ location }) => ({
    ru: `страница заменяется на ${location}`,
    en: `the page is replaced by ${location}`,
  }),
  returnToWork: ({ from }) => ({ ru: `возвращение на ${from}`, en: `back to ${from}` }),
  forgetPerson: { ru: 'всё о прежнем человеке забыто', en: 'personal data is cleared' },
  forgetData: { ru: 'данные прежнего человека забыты', en: 'cached data is cleared' },
  notifySignInFailed: { ru: 'сказано: войти не удалось', en: 'message: the sign-in failed' },
  notifyEndFailed: {
    ru: 'сказано: выйти из-под пользователя не удалось',
    en: 'message: the impersonation could not be ended',
  },
  notifyNotRenewed: { ru: 'сказано: профиль не обновился', en: 'message: the profile was not reloaded' },
  keepSent: { ru: 'запомнено, куда отправлен код', en: 'remembered: where the code was sent' },
  keepVerified: { ru: 'запомнено, что подтверждено', en: 'remembered: what was verified' },
  forgetSent: { ru: 'забыто, куда отправлен код', en: 'forgotten: where the code was sent' },
  notifyJoined: { ru: 'сказано: объединены', en: 'message: joined' },
  notifySaved: { ru: 'сказано: сохранено', en: 'message: saved' },
  settle: ({ isConfirmed }) =>
    isConfirmed
      ? { ru: 'действию сказано: подтверждено', en: 'answer to the action: confirmed' }
      : { ru: 'действию сказано: не подтверждено', en: 'answer to the action: not confirmed' },
  close: { ru: 'окно закрывается', en: 'the dialog closes' },
  finish: { ru: 'поле для нового сообщения пусто', en: 'the editor is empty for another message' },
  markRead: { ru: 'уведомление отмечается прочитанным', en: 'the notification is marked as read' },
  openPath: ({ path }) => ({ ru: `открывается ${path}`, en: `${path} opens` }),
  keepDraft: { ru: 'черновик сохраняется на устройстве', en: 'the draft is stored on the device' },
  show: ({ location }) => addressWords('открывается адрес', 'the address opens', location),
  showInstead: ({ location }) => addressWords('адрес заменяется', 'the address is replaced', location),
  goBack: ({ location }) => addressWords('шаг назад по истории', 'a step back in history', location),
}

/** A readable text of a side effect, without raw data. */
export function actionText({ action, params }: SideEffect): Bilingual | null {
  const phrase = phrases[action] ?? null
  return typeof phrase === 'function' ? phrase((params ?? {}) as Params) : phrase
}

/** Describes a URL of a flow by its parameters. */
function addressWords(ru: string, en: string, location: unknown): Bilingual {
  const named = Object.keys((location ?? {}) as object).map((part) => wordsOf(parts, part))
  if (named.length === 0) return { ru: `${ru}: начало`, en: `${en}: start` }
  return {
    ru: `${ru}: ${named.map((part) => part.ru).join(', ')}`,
    en: `${en}: ${named.map((part) => part.en).join(', ')}`,
  }
}

function wordsOf(table: Record<string, Bilingual>, key: unknown): Bilingual {
  return table[String(key)] ?? { ru: String(key), en: String(key) }
}
