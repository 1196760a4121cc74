import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TaxObstacle } from '#contract/enumerations.ts'
import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { AccountOwnerButton, useIsImpersonating } from '#src/routes/-shell/account/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { openedHere, useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'

/** A missing detail with the action that adds it. */
type MissingItem = { key: string; words: ReactNode; mend?: ReactNode }

/** Obstacles as tasks; fields of one form are one task. */
export function missingItems(
  { obstacles, firstName }: Pick<TaxStudent, 'obstacles' | 'firstName'>,
  open: (dialog: 'applicant' | 'student') => void,
): MissingItem[] {
  const has = (...some: TaxObstacle[]) => some.some((one) => obstacles.includes(one))
  const form = (whose: 'applicant' | 'student') => (
    <AccountOwnerButton size="small" opens={PersonalDetailsDialog} aria-haspopup="dialog" onClick={() => open(whose)}>
      <Trans>Указать</Trans>
    </AccountOwnerButton>
  )
  const all: (MissingItem | false)[] = [
    has('applicant-name') && {
      key: 'applicant-name',
      words: <Trans>Ваши фамилия, имя и отчество полностью, без инициалов</Trans>,
      mend: (
        <Link to="/profile" className="text-ink-link underline underline-offset-4">
          <Trans>Указать в профиле</Trans>
        </Link>
      ),
    },
    has('applicant-tax-number', 'applicant-birth-date') && {
      key: 'applicant',
      words: has('applicant-tax-number') ? (
        has('applicant-birth-date') ? (
          <Trans>Ваши ИНН и дата рождения</Trans>
        ) : (
          <Trans>Ваш ИНН</Trans>
        )
      ) : (
        <Trans>Ваша дата рождения</Trans>
      ),
      mend: form('applicant'),
    },
    has('student-name') && {
      key: 'student-name',
      words: <Trans>Фамилия, имя и отчество ученика полностью: их исправит школа</Trans>,
      mend: (
        <Link
          to="/schedule"
          search={{ dialog: 'ticket' }}
          state={openedHere}
          className="text-ink-link underline underline-offset-4"
        >
          <Trans>Написать в школу</Trans>
        </Link>
      ),
    },
    has('student-tax-number', 'student-birth-date') && {
      key: 'student',
      words: has('student-tax-number') ? (
        has('student-birth-date') ? (
          <Trans>ИНН и дата рождения: {firstName}</Trans>
        ) : (
          <Trans>ИНН: {firstName}</Trans>
        )
      ) : (
        <Trans>Дата рождения: {firstName}</Trans>
      ),
      mend: form('student'),
    },
  ]
  return all.filter((one) => one !== false)
}

/** Lazy dialog; buttons prefetch it. */
const PersonalDetailsDialog = lazyComponent(
  'particulars-dialog',
  () => import('./personal-details-dialog.tsx'),
  'PersonalDetailsDialog',
)

/** Opens the form in the search params, of the applicant or of the current student. */
export function OpenedDialog({ deduction, student }: { deduction: TaxDeduction; student: TaxStudent }) {
  const { search, close } = useScreenSearch('tax-deduction')
  const isLoggedAs = useIsImpersonating()
  // An impersonating administrator may change nothing, also by the address (D-13).
  if (search.dialog === undefined || isLoggedAs) return null
  const isOwn = search.dialog === 'applicant' || student.isApplicant
  return (
    <PersonalDetailsDialog
      person={isOwn ? deduction.applicant : student.particulars}
      isOwn={isOwn}
      onClose={() => close({ dialog: undefined })}
    />
  )
}
