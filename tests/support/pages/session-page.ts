import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import { inRussian, shellNames, shellPage } from './shell-page.ts'

/** Headings of the pages between a signed-in user and a visitor, and of the pages that replace others. */
export const sessionTitles = {
  forbidden: 'Доступ запрещён',
  broken: 'Внутренняя ошибка сервера',
  signingIn: 'Входим в личный кабинет…',
  signingOut: 'Выходим из личного кабинета…',
  signOutFailed: 'Не удалось выйти',
}

/** Toasts of the session. */
export const sessionFailures = { signIn: 'Не удалось войти', endImpersonation: 'Не удалось выйти из-под пользователя' }

/** The shell with the parts of the session: the impersonation of a user, the way in and out, the page of a failed server. */
export function sessionPage(page: PageQueries, t = inRussian) {
  const shell = shellPage(page, t)
  return {
    ...shell,
    heading: (step: keyof typeof sessionTitles) => shell.title(sessionTitles[step]),
    /** The answer of the server or the provider takes long. */
    slow: page.getByText(t('Это занимает больше времени, чем обычно. Подождите ещё немного или обновите страницу.')),
    silentServer: page.getByText(t('Сервер пока не отвечает. Как только он ответит, страница откроется сама.')),
    /** In the admin panel: the search, the card of a user and its dialog with the reason. */
    search: page.getByRole('textbox', { name: t('Найти пользователя') }),
    impersonate: page.getByRole('button', { name: t('Войти как') }),
    reason: page.getByLabel(t('Причина')),
    start: button(page.getByRole('dialog'), t(shellNames.signIn)),
    refusal: page.getByRole('alert').filter({ hasText: t('Войти не удалось') }),
    /** From the refused dialog back to the panel. */
    wayBack: [button(page, t('Отменить')), shell.discard, button(page, t('Закрыть'))],
    notice: page.getByRole('region', { name: t('Вход под пользователем') }),
    end: button(page, t('Выйти из-под пользователя')),
  }
}

export const viewedAs = (name: string) => `Вы смотрите как ${name}`
