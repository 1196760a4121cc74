import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TaxObstacle } from '#contract/enumerations.ts'
import type { TaxStudent } from '#contract/tax.ts'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'
import { openedHere } from '#src/routes/-frame/use-address.ts'
import { ParticularsDialog } from './opened-form.tsx'

/** What is missing, of whom it is asked, and the way to mend it. */
type Missing = { key: string; words: ReactNode; mend?: ReactNode }

/** The obstacles as a list of things to do: what one form asks for is one thing. */
export function missingOf(
  { obstacles, firstName }: Pick<TaxStudent, 'obstacles' | 'firstName'>,
  open: (dialog: 'applicant' | 'student') => void,
): Missing[] {
  const has = (...some: TaxObstacle[]) => some.some((one) => obstacles.includes(one))
  const form = (whose: 'applicant' | 'student') => (
    <OwnButton size="small" opens={ParticularsDialog} aria-haspopup="dialog" onClick={() => open(whose)}>
      <Trans>Указать</Trans>
    </OwnButton>
  )
  const all: (Missing | false)[] = [
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
