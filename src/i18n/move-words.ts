import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { MoveObstacle } from '#contract/enumerations.ts'

/** Why the group of a contract cannot be changed now, and what can be done about it. */
export const moveObstacleWords: Record<MoveObstacle, MessageDescriptor> = {
  frozen: msg`Договор приостановлен. Группу можно будет сменить, когда обучение возобновится.`,
  terminating: msg`Договор расторгается, поэтому сменить группу уже нельзя.`,
  'not-paid': msg`Договор не оплачен в срок и больше не действует: группу по нему не сменить.`,
  'moved-this-month': msg`В этом месяце группу уже меняли. Следующий раз можно будет с первого числа.`,
  'move-under-way': msg`Смена группы уже запрошена. Чтобы выбрать другую, сначала отзовите её.`,
  'not-begun': msg`Договор ещё оформляется. Группу можно будет сменить, когда он вступит в силу.`,
  'no-other-group': msg`Других групп этого курса сейчас нет.`,
}
