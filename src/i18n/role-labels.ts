import { msg } from '@lingui/core/macro'
import type { Role } from '#contract/roles.ts'
import type { Labels } from './labels.ts'

/** `u2035_admin` is another name of `admin_u2035`. */
export const roleLabels: Labels<Role | 'u2035_admin'> = {
  student: msg`Ученик школы`,
  teacher: msg`Преподаватель`,
  parent: msg`Родитель`,
  super_administrator: msg`Главный администратор`,
  administrator: msg`Администратор`,
  user_manager: msg`Управляющий пользователями`,
  team_leader: msg`Руководитель группы`,
  admin_u2035: msg`Администратор программы «2035»`,
  u2035_admin: msg`Администратор программы «2035»`,
  innopolis_teacher: msg`Преподаватель программы «Иннополис»`,
  innopolis_student: msg`Студент программы «Иннополис»`,
  innopolis_verificator: msg`Проверяющий программы «Иннополис»`,
  rtk_user: msg`Участник программы РТК`,
  edcheck_user: msg`Участник проверки знаний`,
  edcheck_student: msg`Ученик, проверка знаний`,
  edcheck_parent: msg`Родитель, проверка знаний`,
  spo_student: msg`Студент колледжа`,
  spo_parent: msg`Родитель студента колледжа`,
  academy_student: msg`Студент академии`,
  academy_parent: msg`Родитель студента академии`,
}
