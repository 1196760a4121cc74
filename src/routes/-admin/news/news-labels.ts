import type { I18n, MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { NewsState } from '#contract/enumerations.ts'
import type { RoleGroup } from '#contract/roles.ts'
import type { EditedNews } from '#contract/school-news.ts'
import { lookUp } from '#src/i18n/labels.ts'
import type { Label } from '#src/routes/-query/labels/badges.tsx'

export const newsStateLabels: Record<NewsState, Label> = {
  scheduled: { tone: 'info', text: msg`Запланирована` },
  published: { tone: 'success', text: msg`Опубликована` },
  withdrawn: { tone: 'neutral', text: msg`Снята` },
}

const groupAudiences: Record<RoleGroup, MessageDescriptor> = {
  admin: msg`Для администраторов`,
  parent: msg`Для родителей`,
  student: msg`Для учеников`,
  teacher: msg`Для преподавателей`,
}

/** For whom a news item is. */
export function audienceText({ audience: { kind, id, title } }: Pick<EditedNews, 'audience'>, i18n: I18n): string {
  if (kind === 'everyone') return i18n._(msg`Для всех`)
  if (kind !== 'role') return title ?? ''
  const label = lookUp(groupAudiences, id ?? '', undefined)
  return label ? i18n._(label) : (id ?? '')
}
