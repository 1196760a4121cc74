import { Trans } from '@lingui/react/macro'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { TaxDeduction, TaxStudent } from '#contract/billing/tax.ts'
import type { TaxObstacle } from '#contract/enumerations.ts'
import { AccountOwnerButton, useIsImpersonating } from '#src/routes/-query/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-query/lazy-component.tsx'
import { openedHere, useScreenSearch } from '#src/routes/-query/use-screen-search.ts'
import { Notice } from '#src/ui/feedback/notice.tsx'

type MissingItem = { key: string; text: ReactNode; mend?: ReactNode }

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
      text: <Trans>Ваши фамилия, имя и отчество полностью, без инициалов</Trans>,
      mend: (
        <Link to="/profile" className="text-ink-link underline underline-offset-4">
          <Trans>Указать в профиле</Trans>
        </Link>
      ),
    },
    has('applicant-tax-number', 'applicant-birth-date') && {
      key: 'applicant',
      text: has('applicant-tax-number') ? (
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
      text: <Trans>Фамилия, имя и отчество ученика полностью: их исправит школа</Trans>,
      mend: (
        <Link
          to="."
          search={(search) => ({ ...search, tickets: 'new' })}
          state={openedHere}
          resetScroll={false}
          className="text-ink-link underline underline-offset-4"
        >
          <Trans>Написать в школу</Trans>
        </Link>
      ),
    },
    has('student-tax-number', 'student-birth-date') && {
      key: 'student',
      text: has('student-tax-number') ? (
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

/** Whether a certificate still needs data of the applicant or the student. */
export function lacksParticulars({ obstacles }: Pick<TaxStudent, 'obstacles'>): boolean {
  return obstacles.some((obstacle) => /^(applicant|student)-/.test(obstacle))
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
  const isImpersonating = useIsImpersonating()
  // An impersonating administrator may change nothing, also by the address.
  if (search.dialog === undefined || isImpersonating) return null
  const isOwn = search.dialog === 'applicant' || student.isApplicant
  return (
    <PersonalDetailsDialog
      person={isOwn ? deduction.applicant : student.particulars}
      isOwn={isOwn}
      onClose={() => close({ dialog: undefined })}
    />
  )
}

/** Why no certificate is possible for this year and student; null if it is. */
export function CertificateUnavailable({
  deduction: { year },
  student,
}: {
  deduction: TaxDeduction
  student: TaxStudent
}) {
  const has = (obstacle: TaxStudent['obstacles'][number]) => student.obstacles.includes(obstacle)
  if (has('too-long-ago')) {
    return (
      <Notice title={<Trans>За {year} год вычет уже не вернуть</Trans>}>
        <Trans>Декларацию принимают в течение трёх лет после года оплаты.</Trans>
      </Notice>
    )
  }
  if (has('another-payer')) {
    return (
      <Notice title={<Trans>За {year} год платили не вы</Trans>}>
        <Trans>
          Вычет получает тот, кто платил: справку запрашивают в кабинете плательщика. Если плательщик указан неверно,
          напишите в школу.
        </Trans>
      </Notice>
    )
  }
  if (has('maternity-capital')) {
    return (
      <Notice title={<Trans>За {year} год платили материнским капиталом</Trans>}>
        <Trans>
          С этих денег вычета нет ни у кого. Если часть заплатили вы, а здесь её не видно, напишите в школу.
        </Trans>
      </Notice>
    )
  }
  if (has('nothing-paid')) {
    return (
      <Notice title={<Trans>За {year} год оплат нет</Trans>}>
        <Trans>Выберите другой год или ученика.</Trans>
      </Notice>
    )
  }
  if (has('data-erased')) {
    return (
      <Notice title={<Trans>Данные ученика удалены</Trans>}>
        <Trans>
          Новую справку здесь уже не запросить: для неё нужны ИНН и дата рождения ученика. Напишите в школу.
        </Trans>
      </Notice>
    )
  }
  if (has('child-closed')) {
    return (
      <Notice title={<Trans>Новая справка для вас не открыта</Trans>}>
        <Trans>
          Данные этого ученика вам больше не открыты, готовая справка остаётся вашей. Если нужна новая, напишите в
          школу.
        </Trans>
      </Notice>
    )
  }
  if (has('year-not-over')) {
    const next = year + 1
    return (
      <Notice title={<Trans>{year} год ещё идёт</Trans>}>
        <Trans>Справку можно запросить с 1 января {next} года: тогда в неё войдут все оплаты.</Trans>
      </Notice>
    )
  }
  return null
}

/** Whether `CertificateUnavailable` renders something. */
export function isCertificateUnavailable({ obstacles }: TaxStudent): boolean {
  return obstacles.some((obstacle) => !/^(applicant|student)-/.test(obstacle))
}
