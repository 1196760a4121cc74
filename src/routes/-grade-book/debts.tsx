import { useLingui } from '@lingui/react/macro'
import { separator } from '#src/i18n/separator.ts'
import { Notice } from '#src/ui/notice.tsx'
import type { Debt } from './verdict.ts'

/** What is owed of all semesters. */
export function Debts({ debts }: { debts: readonly Debt[] }) {
  const { t } = useLingui()
  if (debts.length === 0) return null
  return (
    <Notice tone="error" title={t`Долги: ${debts.length}`}>
      <ul>
        {debts.map(({ course, term }) => (
          <li key={`${course.uuid} ${term.uuid}`}>
            {course.title}
            {separator}
            {term.title}
          </li>
        ))}
      </ul>
    </Notice>
  )
}
