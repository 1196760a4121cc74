import { Plural, useLingui } from '@lingui/react/macro'
import type { Key, ReactNode } from 'react'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { SchoolText } from '#src/routes/-query/labels/school-text.tsx'
import { useCurrentUserId } from '#src/routes/-query/use-session.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'

export type PaymentLine = {
  key: Key
  course: string
  student: { uuid: string; firstName: string }
  title: string
  /** Until when, or why it is overdue. */
  due?: ReactNode
  /** The button of its document. */
  document?: ReactNode
  /** Null where it stands beside the list. */
  amount: number | null
}

/** Rows that are shown at first; one more is not worth folding. */
const room = 3

/** What is paid and for whom, a row for each instalment; of many the later ones are folded. */
export function PaymentLines({ label, lines }: { label: string; lines: readonly PaymentLine[] }) {
  const isLong = lines.length > room + 1
  const folded = isLong ? lines.slice(room) : []
  const count = folded.length
  return (
    <>
      <Lines label={label} lines={isLong ? lines.slice(0, room) : lines} />
      {count > 0 && (
        <div className="mt-xs border-t border-line-soft pt-xs">
          <Disclosure
            summary={
              <Plural
                value={count}
                one="Ещё # платёж"
                few="Ещё # платежа"
                many="Ещё # платежей"
                other="Ещё # платежа"
              />
            }
          >
            <Lines label={label} lines={folded} />
          </Disclosure>
        </div>
      )}
    </>
  )
}

function Lines({ label, lines }: { label: string; lines: readonly PaymentLine[] }) {
  const { i18n } = useLingui()
  const ownId = useCurrentUserId()
  return (
    <ul aria-label={label} className="divide-y divide-line-soft">
      {lines.map(({ key, course, student, title, due, document, amount }) => (
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
            {/* Its icon begins where the text begins. */}
            {document && <div className="-ml-sm">{document}</div>}
          </div>
          {amount !== null && (
            <p className="font-strong whitespace-nowrap tabular-nums">{formatMoney(amount, i18n.locale)}</p>
          )}
        </li>
      ))}
    </ul>
  )
}
