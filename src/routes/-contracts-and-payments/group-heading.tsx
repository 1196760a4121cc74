import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { formatMoney } from '#src/i18n/money.ts'
import { separator } from '#src/i18n/separator.ts'
import type { ContractGroup, Standing } from '#src/school/standings.ts'
import { classes } from '#src/ui/classes.ts'

/** The name of a group, how many contracts it has and what they come to. */
export function GroupHeading({ group: { standing, contracts, sum } }: { group: ContractGroup }) {
  const { i18n } = useLingui()
  const total = formatMoney(sum, i18n.locale)
  return (
    <div className="mb-sm flex flex-wrap items-baseline justify-between gap-x-base pt-xs">
      <h3 className="text-base font-strong">
        <Name standing={standing} />
      </h3>
      <p className={classes('text-sm tabular-nums', standing === 'overdue' ? 'text-ink-error' : 'text-ink-muted')}>
        <Plural value={contracts.length} one="# договор" few="# договора" many="# договоров" other="# договора" />
        {standing !== 'finished' && sum > 0 && separator}
        {standing === 'overdue' && <Trans>долг {total}</Trans>}
        {standing === 'soon' && <Trans>заплатить {total}</Trans>}
        {standing === 'active' && sum > 0 && <Trans>осталось оплатить {total}</Trans>}
      </p>
    </div>
  )
}

function Name({ standing }: { standing: Standing }) {
  switch (standing) {
    case 'overdue':
      return <Trans>Просрочено</Trans>
    case 'soon':
      return <Trans>Скоро платить</Trans>
    case 'active':
      return <Trans>Действующие</Trans>
    case 'finished':
      return <Trans>Завершённые</Trans>
  }
}
