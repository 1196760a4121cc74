import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { TransferObstacle } from '#contract/enumerations.ts'

/** Why a contract cannot be transferred now, and what to do. */
export const transferObstacleLabels: Record<TransferObstacle, MessageDescriptor> = {
  frozen: msg`Договор приостановлен. Группу можно будет сменить, когда обучение возобновится.`,
  terminating: msg`Договор расторгается, поэтому сменить группу уже нельзя.`,
  'not-paid': msg`Договор не оплачен в срок и больше не действует: группу по нему не сменить.`,
  'transferred-this-month': msg`В этом месяце группу уже меняли. Следующий раз можно будет с первого числа.`,
  'transfer-under-way': msg`Смена группы уже запрошена. Чтобы выбрать другую, сначала отзовите её.`,
  'not-begun': msg`Договор ещё оформляется. Группу можно будет сменить, когда он вступит в силу.`,
  'no-other-group': msg`Других групп этого курса сейчас нет.`,
}
