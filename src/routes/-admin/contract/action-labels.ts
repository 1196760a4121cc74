import { msg } from '@lingui/core/macro'
import type { ActionObstacle, ContractAction } from '#contract/billing/action-table.ts'
import type { Labels } from '#src/i18n/labels.ts'

export const actionLabels: Labels<ContractAction> = {
  'note-paper': msg`Отметить подпись на бумаге`,
  freeze: msg`Приостановить`,
  unfreeze: msg`Возобновить`,
  'start-termination': msg`Начать расторжение`,
  'withdraw-termination': msg`Отозвать расторжение`,
  'settle-termination': msg`Отметить перевод`,
  end: msg`Расторгнуть сразу`,
  remind: msg`Напомнить о платеже`,
  move: msg`Перенести срок`,
  split: msg`Разделить платёж`,
  'mark-paid': msg`Отметить оплаченным`,
  'mark-error': msg`Отметить ошибку`,
  'clear-error': msg`Снять отметку об ошибке`,
  cancel: msg`Отменить платёж`,
}

/** Why an action is not possible, as a sentence. */
export const actionObstacleLabels: Labels<ActionObstacle> = {
  role: msg`Это делает бухгалтерия: у вас нет такого права.`,
  own: msg`Это ваш договор: его ведёт другой администратор.`,
  status: msg`Состояние договора или платежа этого не допускает.`,
  termination: msg`Договор уже расторгается: закончите или отзовите расторжение.`,
  transfer: msg`Назначен переход в другую группу: сначала отмените его.`,
  'programme-2035': msg`Договор программы «2035» можно только расторгнуть сразу.`,
  signed: msg`Договор уже подписан.`,
  paid: msg`Платёж уже оплачен.`,
  'has-money': msg`По платежу поступили деньги: сначала верните их.`,
  'first-payment': msg`С первого платежа договор начинает действовать: отменить его отдельно нельзя.`,
  same: msg`Уже так.`,
  amount: msg`Сумма не подходит: больше, чем осталось или чем оплачено.`,
  day: msg`День не подходит.`,
  document: msg`Этот документ уже проведён.`,
  refund: msg`Эти деньги уже возвращаются.`,
  reminded: msg`Сегодня о платеже уже напоминали.`,
  institution: msg`Этот платёж переводит банк или фонд, а не семья.`,
}
