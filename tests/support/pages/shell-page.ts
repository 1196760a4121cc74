import type { RoleGroup } from '#contract/roles.ts'
import type { PageQueries } from '#tests/model-runner/browser/drivers.ts'
import type { Translate } from '#tests/support/browser/translations.ts'

export const roleGroupTitles: Record<RoleGroup, string> = {
  admin: 'Администратор',
  parent: 'Родитель',
  student: 'Ученик',
  teacher: 'Преподаватель',
}

/** The names of the ways in and out, for drivers of other engines that find a control by its name. */
export const shellNames = { userMenu: 'Меню пользователя', signIn: 'Войти', signOut: 'Выйти' }

export const inRussian: Translate = (source) => source

/** What every page has: the header with its menus, and the buttons that have one name everywhere. */
export function shellPage(page: PageQueries, t = inRussian) {
  const button = (name: string) => page.getByRole('button', { name: t(name), exact: true })
  const roleSwitch = t('Роль:')
  return {
    userMenu: page.getByRole('button', { name: new RegExp(`${t(shellNames.userMenu)}$`, 'i') }),
    signOut: page.getByRole('menuitem', { name: t(shellNames.signOut) }),
    signIn: button(shellNames.signIn).first(),
    roleSwitch: page.getByRole('button', { name: new RegExp(`^${roleSwitch}`) }),
    nameOfRoleSwitch: (group: RoleGroup) => `${roleSwitch} ${t(roleGroupTitles[group])}`,
    /** An entry of a menu of choices: a role group, a theme, a language. */
    choice: (name: string) => page.getByRole('menuitemcheckbox', { name: t(name), exact: true }),
    roleGroup: (group: RoleGroup) =>
      page.getByRole('menuitemcheckbox', { name: t(roleGroupTitles[group]), exact: true }),
    retry: button('Попробовать снова'),
    /** Closes a form with unsaved text. */
    discard: button('Закрыть без сохранения'),
    title: (name: string) => page.getByRole('heading', { level: 1, name: t(name) }),
  }
}
