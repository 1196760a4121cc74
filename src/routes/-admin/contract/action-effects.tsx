import { Trans, useLingui } from '@lingui/react/macro'
import type { ActionPreview } from '#contract/billing/contract-actions.ts'
import { contractStatusLabels, paymentStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { List, ListItem } from '#src/ui/data/list.tsx'
import { actionObstacleLabels } from './action-labels.ts'

/** Which payment each row is, by its id. */
export type Payments = Readonly<Record<string, string>>

type ActionEffectsProps = {
  rows: readonly ActionPreview[]
  payments: Payments
  /** It changes nothing, and sends a message for each row. */
  isReminder: boolean
  isRunning: boolean
}

/** What an action will change, row by row. */
export function ActionEffects({ rows, payments, isReminder, isRunning }: ActionEffectsProps) {
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-xs" aria-busy={isRunning}>
      <h3 className="text-base">{isReminder ? <Trans>Кому напомним</Trans> : <Trans>Что изменится</Trans>}</h3>
      {isReminder && (
        <p className="text-sm text-ink-muted">
          {rows.length > 1 ? (
            <Trans>О каждом платеже придёт отдельное сообщение. Суммы и сроки не изменятся.</Trans>
          ) : (
            <Trans>Суммы и сроки не изменятся.</Trans>
          )}
        </p>
      )}
      <List>
        {rows.map((row) => (
          <ListItem
            key={`${row.contractUuid} ${row.paymentUuid}`}
            title={titleOf(row, payments)}
            note={<Trans>сообщение получит {row.customer}</Trans>}
          >
            {!isReminder && <Effects row={row} />}
          </ListItem>
        ))}
      </List>
    </section>
  )
}

function titleOf({ number, paymentUuid }: ActionPreview, payments: Payments): string {
  return [number, paymentUuid !== null && payments[paymentUuid]].filter(Boolean).join(separator)
}

function Effects({ row }: { row: ActionPreview }) {
  const { i18n } = useLingui()
  const { before, after, payments, toReturn, givenUp, endsAutopay, freesPlace } = row
  const [from, to] = [before, after].map((status) => i18n._(labelOf(contractStatusLabels, status)))
  const sum = formatMoney(toReturn, i18n.locale)
  const lines = [
    before !== after && (
      <Trans key="status">
        договор: {from} → {to}
      </Trans>
    ),
    ...payments.map((payment) => <PaymentEffect key={payment.position} payment={payment} />),
    toReturn > 0 && <Trans key="return">школа вернёт {sum}</Trans>,
    givenUp > 0 && <Trans key="open">начатая онлайн-оплата прервётся</Trans>,
    endsAutopay && <Trans key="autopay">автоплатежи отключатся</Trans>,
    freesPlace && <Trans key="place">место в группе освободится</Trans>,
  ].filter(Boolean)
  if (lines.length === 0)
    return (
      <p className="text-sm">
        <Trans>суммы и сроки не изменятся</Trans>
      </p>
    )
  return (
    <ul className="flex flex-col gap-xxs text-sm tabular-nums">
      {lines.map((line, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes
        <li key={index}>{line}</li>
      ))}
    </ul>
  )
}

/** Of a payment that is changed only what becomes something else. */
function PaymentEffect({ payment: { position, before, after } }: { payment: ActionPreview['payments'][number] }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const wordsOf = ({ status, dueOn, amount }: typeof after) => [
    formatMoney(amount, i18n.locale),
    dates.dayWithYear(dueOn),
    i18n._(labelOf(paymentStatusLabels, status)),
  ]
  const now = wordsOf(after)
  if (before === null) {
    const to = now.join(separator)
    return (
      <Trans>
        новый платёж {position}: {to}
      </Trans>
    )
  }
  const former = wordsOf(before)
  const isOther = (_: string, index: number) => former[index] !== now[index]
  const [from, to] = [former.filter(isOther).join(separator), now.filter(isOther).join(separator)]
  if (to === '') {
    const paid = formatMoney(after.paid, i18n.locale)
    return (
      <Trans>
        платёж {position}: оплачено {paid}
      </Trans>
    )
  }
  return (
    <Trans>
      платёж {position}: {from} → {to}
    </Trans>
  )
}

/** Rows with which nothing happens, and why. */
export function ObstructedRows({ rows, payments }: { rows: readonly ActionPreview[]; payments: Payments }) {
  const { i18n } = useLingui()
  if (rows.length === 0) return null
  return (
    <section className="flex flex-col gap-xs">
      <h3 className="text-base">
        {rows.length > 1 ? (
          <Trans>Что останется как есть, строк: {rows.length}</Trans>
        ) : (
          <Trans>Что останется как есть</Trans>
        )}
      </h3>
      <List>
        {rows.map((row) => (
          <ListItem
            key={`${row.contractUuid} ${row.paymentUuid}`}
            title={titleOf(row, payments)}
            note={row.obstacle && i18n._(labelOf(actionObstacleLabels, row.obstacle))}
          />
        ))}
      </List>
    </section>
  )
}
