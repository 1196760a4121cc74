import { useLingui } from '@lingui/react/macro'
import type { Key, ReactNode } from 'react'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'

export type PaymentLine = {
  key: Key
  course: string
  student: { uuid: string; firstName: string }
  title: string
  /** Until when, or why it is overdue. */
  due?: ReactNode
  amount: number
}

/** What is paid and for whom, a row for each instalment. */
export function PaymentLines({ label, lines }: { label: string; lines: readonly PaymentLine[] }) {
  const { i18n } = useLingui()
  const ownId = useCurrentUserId()
  return (
    <ul aria-label={label} className="divide-y divide-line-soft">
      {lines.map(({ key, course, student, title, due, amount }) => (
        <li key={key} className="flex items-center justify-between gap-base py-sm first:pt-0 last:pb-0">
          <div className="min-w-0">
            <p className="font-medium wrap-anywhere">
              <SchoolText>{course}</SchoolText>
            </p>
            <p className="text-sm wrap-anywhere text-ink-muted">
              {[...(student.uuid === ownId ? [] : [student.firstName]), title].join(separator)}
              {due && (
                <>
                  {separator}
                  {due}
                </>
              )}
            </p>
          </div>
          <p className="font-strong whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</p>
        </li>
      ))}
    </ul>
  )
}
