import type { Locale } from '#contract/enumerations.ts'
import type { GuardianPreset } from '#contract/people/guardian-rights.ts'
import { groupsHeld, type Role, type RoleGroup } from '#contract/roles.ts'
import type { Database } from '#server/db/client.ts'
import { findAccountsByLogin } from './accounts.ts'

export type DemoAccount = {
  login: string
  /** Description in the account list of the embedded provider's sign-in page. */
  title: string
  titleEn: string
  roles: readonly Role[]
  firstName: string
  lastName: string
  patronym: string | null
}

/** The password of every demo account. */
export const demoPassword = 'demo-parol-2035'

/** One account for each of the 19 roles, and accounts with combined roles. */
// biome-ignore format: one line an account
export const demoAccounts = [
  account('parent', 'Родитель двух школьников', 'Parent of two school children', ['parent'], 'Морозов Андрей Викторович'),
  account('family', 'Родитель троих: школа, академия, колледж', 'Parent of three: school, academy, college', ['parent', 'academy_parent', 'spo_parent'], 'Соколова Ольга Дмитриевна'),
  account('student', 'Ученик школы', 'School student', ['student'], 'Соколов Артём Ильич'),
  account('academy-student', 'Студентка академии', 'Academy student', ['academy_student'], 'Соколова Мария Ильинична'),
  account('spo-student', 'Студент колледжа', 'College student', ['spo_student'], 'Соколов Даниил Ильич'),
  account('teacher', 'Преподаватель', 'Teacher', ['teacher'], 'Белова Ирина Сергеевна'),
  account('administrator', 'Администратор', 'Administrator', ['administrator'], 'Жданов Павел Олегович'),
  account('mixed', 'Родитель, преподаватель и администратор сразу', 'Parent, teacher and administrator at once', ['parent', 'teacher', 'administrator'], 'Виноградова Елена Павловна'),
  account('no-role', 'Человек без роли', 'A person without a role', [], 'Гостев Пётр Алексеевич'),
  account('academy-parent', 'Родитель студента академии', 'Parent of an academy student', ['academy_parent'], 'Лебедева Наталья Игоревна'),
  account('spo-parent', 'Родитель студента колледжа', 'Parent of a college student', ['spo_parent'], 'Кузнецов Сергей Николаевич'),
  account('edcheck-parent', 'Родитель, проверка знаний', 'Parent, knowledge check', ['edcheck_parent'], 'Романова Татьяна Андреевна'),
  account('edcheck-student', 'Ученица, проверка знаний', 'Student, knowledge check', ['edcheck_student'], 'Романова Алиса Максимовна'),
  account('edcheck-user', 'Участник проверки знаний', 'Knowledge check participant', ['edcheck_user'], 'Фомин Глеб Тимурович'),
  account('innopolis-student', 'Студент программы «Иннополис»', 'Innopolis student', ['innopolis_student'], 'Галиев Тимур Ренатович'),
  account('innopolis-teacher', 'Преподаватель программы «Иннополис»', 'Innopolis teacher', ['innopolis_teacher'], 'Сафина Лейла Маратовна'),
  account('innopolis-verificator', 'Проверяющий программы «Иннополис»', 'Innopolis verifier', ['innopolis_verificator'], 'Хасанов Руслан Ильдарович'),
  account('rtk-user', 'Участник программы РТК, пока без пароля', 'RTK programme participant, no password yet', ['rtk_user'], 'Тарасов Кирилл Романович'),
  account('super-administrator', 'Главный администратор', 'Chief administrator', ['super_administrator'], 'Орлова Светлана Юрьевна'),
  account('user-manager', 'Управляющий пользователями', 'User manager', ['user_manager'], 'Николаев Денис Витальевич'),
  account('team-leader', 'Руководитель группы', 'Group leader', ['team_leader'], 'Степанова Юлия Константиновна'),
  account('u2035-admin', 'Администратор программы «2035»', 'Administrator of the “2035” programme', ['admin_u2035'], 'Крылов Максим Евгеньевич'),
  account('second-account', 'Вторая учётная запись Сергея Кузнецова', 'Second account of Sergey Kuznetsov', [], 'Кузнецов Сергей Николаевич'),
  account('learning-parent', 'Мать тех же школьников: только учёба', 'Mother of the same children: learning only', ['parent'], 'Волкова Марина Сергеевна'),
  account('payer-parent', 'Бабушка тех же школьников: только оплата', 'Grandmother of the same children: payer', ['parent'], 'Морозова Галина Петровна'),
  account('curator', 'Куратор групп колледжа и начальной школы', 'Tutor of college and primary school groups', ['teacher'], 'Громова Анна Львовна'),
] as const satisfies readonly DemoAccount[]

export type DemoLogin = (typeof demoAccounts)[number]['login']

/** Signs in only by a linked account: its first password can be set here, and it cannot be unlinked before. */
export const loginWithoutPassword: DemoLogin = 'rtk-user'

/** Of the person of `spo-parent`, and not in the school's records: the two can be joined. */
export const secondAccount: DemoLogin = 'second-account'

/** Other guardians of the children of `parent`, with a part of the rights. */
export const guardiansWithRights = {
  'learning-parent': 'learning',
  'payer-parent': 'payer',
} as const satisfies Partial<Record<DemoLogin, GuardianPreset>>

/** Of these the one whom a code has paired with the first child, and not the school. */
export const pairedByCode = 'learning-parent' satisfies keyof typeof guardiansWithRights

/** The identity provider's `sub` of a demo account. */
export function demoSubject(login: string): string {
  return `demo-${login}`
}

function account<const L extends string>(
  login: L,
  title: string,
  titleEn: string,
  roles: readonly Role[],
  fullName: string,
) {
  const [lastName = '', firstName = '', patronym = null] = fullName.split(' ')
  return { login, title, titleEn, roles, firstName, lastName, patronym }
}

export type DemoAccountEntry = {
  login: string
  subject: string
  title: Record<Locale, string>
  name: string
  initials: string
}
export type DemoAccountSection = { kind: RoleGroup | 'special'; people: DemoAccountEntry[] }

const kinds = ['parent', 'student', 'teacher', 'admin', 'special'] as const

/** Demo accounts that exist in the database, by role group. Accounts with several groups or none are `special`. */
export async function findDemoAccountSections(database: Database): Promise<DemoAccountSection[]> {
  const stored = await findAccountsByLogin(
    database,
    demoAccounts.map(({ login }) => login),
  )
  const present = demoAccounts.filter(({ login }) =>
    stored.some((account) => account.login === login && account.subject === demoSubject(login)),
  )
  return kinds
    .map((kind) => ({ kind, people: present.filter((account) => kindOf(account) === kind).map(personOf) }))
    .filter(({ people }) => people.length > 0)
}

function kindOf({ roles }: DemoAccount): DemoAccountSection['kind'] {
  const [only, ...others] = groupsHeld(roles)
  return only === undefined || others.length > 0 ? 'special' : only
}

function personOf({ login, title, titleEn, firstName, lastName }: DemoAccount): DemoAccountEntry {
  return {
    login,
    subject: demoSubject(login),
    title: { ru: title, en: titleEn },
    name: `${firstName} ${lastName}`,
    initials: firstName.slice(0, 1) + lastName.slice(0, 1),
  }
}
