import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { RoleGroup } from '#contract/roles.ts'

/** How people are named, called and told apart, wherever they appear. */

export type Named = { firstName: string; lastName: string; patronym: string | null }

/** As documents write it: surname, name, patronym. */
export function fullName({ lastName, firstName, patronym }: Named): string {
  return [lastName, firstName, patronym].filter(Boolean).join(' ')
}

/** E.164 as people read it, `+7 912 345-67-89`; other countries' numbers stay as they are. */
export function readablePhone(phone: string): string {
  return phone.replace(/^\+7(\d{3})(\d{3})(\d{2})(\d{2})$/, '+7 $1 $2-$3-$4')
}

export const roleGroupWords: Record<RoleGroup, MessageDescriptor> = {
  admin: msg`Администратор`,
  parent: msg`Родитель`,
  student: msg`Ученик`,
  teacher: msg`Преподаватель`,
}
