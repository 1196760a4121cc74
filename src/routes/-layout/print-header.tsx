import { Trans } from '@lingui/react/macro'
import { displayName } from '#contract/people/names.ts'
import { separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { useIsPrinting } from '#src/routes/-query/use-is-printing.ts'
import { useSchoolNow } from '#src/routes/-query/use-now.ts'
import { useSessionSelector } from '#src/routes/-query/use-session.ts'

/** Above each printed page: the school, whose account it is, and the day of printing. */
export function PrintHeader({ school }: { school: string }) {
  return useIsPrinting() ? <PrintedLine school={school} /> : null
}

function PrintedLine({ school }: { school: string }) {
  const user = useSessionSelector(({ context }) => context.user)
  const dates = useDates()
  const day = dates.dayWithYear(useSchoolNow().today)
  return (
    <p className="mb-xs flex justify-between gap-base text-xs">
      <span>{[school, user && displayName(user)].filter(Boolean).join(separator)}</span>
      <span>
        <Trans>Напечатано {day}</Trans>
      </span>
    </p>
  )
}
