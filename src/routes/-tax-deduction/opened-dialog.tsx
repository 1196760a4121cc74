import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { useIsImpersonating } from '#src/routes/-shell/account/account-owner-only.tsx'
import { lazyComponent } from '#src/routes/-shell/lazy/lazy-component.tsx'
import { useScreenSearch } from '#src/routes/-shell/shell/use-screen-search.ts'

/** Lazy dialog; buttons prefetch it. */
export const PersonalDetailsDialog = lazyComponent('particulars-dialog', () =>
  import('./personal-details-dialog.tsx').then((module) => module.PersonalDetailsDialog),
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
