import { Plural, Trans } from '@lingui/react/macro'
import { useQuery } from '@tanstack/react-query'
import { unmappedRolesQuery } from '#src/api/admin.ts'
import { optionalQuery } from '#src/api/call-query.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Card } from '#src/ui/layout/card.tsx'
import { FirstRows } from './overview-rows.tsx'

/** Only where roles come from a provider of the school and some value has no rule. */
export function UnmappedRoles() {
  const dates = useDates()
  const { data: values = [] } = useQuery(optionalQuery(unmappedRolesQuery()))
  if (values.length === 0) return null
  return (
    <Card padding="flush" title={<Trans>Роли без правила</Trans>}>
      <p className="px-base pb-sm text-sm text-ink-muted md:px-lg">
        <Trans>Сервис входа прислал эти значения, но ни одно правило файла школы не даёт по ним роли.</Trans>
      </p>
      <ul className="divide-y divide-line-soft border-t border-line-soft">
        <FirstRows
          items={values}
          keyOf={({ claim, value }) => `${claim} ${value}`}
          more={(rest) => (
            <Plural
              value={rest}
              one="ещё # значение"
              few="ещё # значения"
              many="ещё # значений"
              other="ещё # значения"
            />
          )}
        >
          {({ claim, value, lastAt }) => (
            <p className="flex items-baseline justify-between gap-base">
              <span className="min-w-0 break-words">
                {value ?? <Trans>Нет ни в ID-токене, ни в userinfo</Trans>}{' '}
                <span className="text-sm text-ink-muted">{claim}</span>
              </span>
              <span className="text-sm whitespace-nowrap text-ink-muted tabular-nums">{dates.dateTime(lastAt)}</span>
            </p>
          )}
        </FirstRows>
      </ul>
    </Card>
  )
}
