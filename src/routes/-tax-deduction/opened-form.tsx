import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { latePart } from '#src/routes/-frame/late-part.tsx'
import { useIsLoggedAs } from '#src/routes/-frame/only-themselves.tsx'
import { useAddress } from '#src/routes/-frame/use-address.ts'

/** Also for whoever may be about to open the form: warms it. */
export const ParticularsDialog = latePart('particulars-dialog', () =>
  import('./particulars-dialog.tsx').then((module) => module.ParticularsDialog),
)

/** The form that the address names, of the applicant or of the student who is shown. */
export function OpenedForm({ deduction, student }: { deduction: TaxDeduction; student: TaxStudent }) {
  const { search, close } = useAddress('tax-deduction')
  const isLoggedAs = useIsLoggedAs()
  // An administrator who looks may change nothing of theirs, by an address no more than by a button (D-13).
  if (search.dialog === undefined || isLoggedAs) return null
  const isOwn = search.dialog === 'applicant' || student.isApplicant
  return (
    <ParticularsDialog
      person={isOwn ? deduction.applicant : student.particulars}
      isOwn={isOwn}
      onClose={() => close({ dialog: undefined })}
    />
  )
}
