import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { JoinObstacle } from '#contract/enumerations.ts'

/** Why two accounts cannot be joined. */
export const joinObstacleLabels: Record<JoinObstacle, MessageDescriptor> = {
  oneself: msg`Одна из учётных записей — ваша. Объединить её может другой администратор.`,
  'not-weaker': msg`У владельца одной из учётных записей не меньше прав, чем у вас.`,
  joined: msg`Одна из учётных записей уже объединена с другой. Сначала отмените то объединение.`,
  locked: msg`Вход в одну из учётных записей закрыт. Сначала откройте его.`,
  'both-imported': msg`В списках школы это два человека с разными номерами. Сначала объедините их там, иначе следующая загрузка снова их разделит.`,
  relatives: msg`Эти люди — родственники: один записан родителем другого или родителем его родителя.`,
  'same-studies': msg`Оба учатся в одной группе, на одном курсе или у обоих есть оценки за один год. Сначала исправьте это в данных школы.`,
}
