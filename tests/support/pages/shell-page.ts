import type { RoleGroup } from '#contract/roles.ts'
import { button, type PageQueries } from '#tests/model-runner/browser/drivers.ts'
import type { Translate } from '#tests/support/browser/translations.ts'

export const roleGroupTitles: Record<RoleGroup, string> = {
  admin: 'Администратор',
  parent: 'Родитель',
  student: 'Ученик',
  teacher: 'Преподаватель',
}

/** Names of controls, for suites that find them by name: drivers of other engines and component tests. */
export const shellNames = {
  userMenu: 'Меню пользователя',
  signIn: 'Войти',
  signOut: 'Выйти',
  retry: 'Попробовать снова',
}

export const inRussian: Translate = (source) => source

/** What every page has: the header with its menus, and the buttons that have one name everywhere. */
export function shellPage(page: PageQueries, t = inRussian) {
  const roleSwitch = t('Роль:')
  return {
    userMenu: page.getByRole('button', { name: new RegExp(`${t(shellNames.userMenu)}$`, 'i') }),
    signOut: page.getByRole('menuitem', { name: t(shellNames.signOut) }),
    signIn: button(page, t(shellNames.signIn)).first(),
    roleSwitch: page.getByRole('button', { name: new RegExp(`^${roleSwitch}`) }),
    nameOfRoleSwitch: (group: RoleGroup) => `${roleSwitch} ${t(roleGroupTitles[group])}`,
    /** An entry of a menu of choices: a role group, a theme, a language. */
    choice: (name: string) => page.getByRole('menuitemcheckbox', { name: t(name), exact: true }),
    roleGroup: (group: RoleGroup) =>
      page.getByRole('menuitemcheckbox', { name: t(roleGroupTitles[group]), exact: true }),
    retry: button(page, t(shellNames.retry)),
    /** Closes a form with unsaved text. */
    discard: button(page, t('Закрыть без сохранения')),
    title: (name: string) => page.getByRole('heading', { level: 1, name: t(name) }),
  }
}
