import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { useLingui } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import type { ProfileField, ProfileOwner } from '#contract/people/profile-owners.ts'
import { configQuery } from '#src/api/system.ts'

/** Who changes the names or a contact: the person here, the school, or the identity provider (docs/school.md). */
export function useProfileOwner(field: ProfileField): ProfileOwner {
  const { data: owner = 'person' } = useQuery({
    ...configQuery(),
    select: ({ ACCOUNT }) => ACCOUNT.PROFILE_OWNERS[field],
  })
  return owner
}

const notes: Record<ProfileField, Record<Exclude<ProfileOwner, 'person'>, MessageDescriptor>> = {
  names: {
    school: msg`Имя меняет школа. Если в нём ошибка, напишите в поддержку.`,
    provider: msg`Имя кабинет берёт из учётной записи, под которой вы входите: исправьте его там.`,
  },
  email: {
    school: msg`Почту меняет школа. Если адрес устарел, напишите в поддержку.`,
    provider: msg`Почту кабинет берёт из учётной записи, под которой вы входите: измените её там.`,
  },
  phone: {
    school: msg`Телефон меняет школа. Если номер устарел, напишите в поддержку.`,
    provider: msg`Телефон кабинет берёт из учётной записи, под которой вы входите: измените его там.`,
  },
}

/** Says where a field is changed that the person does not change here. */
export function ProfileOwnerNote({ field, owner }: { field: ProfileField; owner: ProfileOwner }) {
  const { i18n } = useLingui()
  return owner === 'person' ? null : <p className="text-sm text-ink-muted">{i18n._(notes[field][owner])}</p>
}
