import { Trans } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import type { TaxDeduction, TaxStudent } from '#contract/tax.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { renewTaxDeduction } from '#src/api/tax.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { OwnButton } from '#src/routes/-frame/only-themselves.tsx'

type AskButtonProps = { deduction: TaxDeduction; student: TaxStudent; children: ReactNode }

/** Asks for the certificate, once however often it is pressed (D-25). */
export function AskButton({ deduction: { year }, student: { studentUuid }, children }: AskButtonProps) {
  const queryClient = useQueryClient()
  const [idempotencyKey, setKey] = useState(() => crypto.randomUUID())
  const ask = useMutation({
    ...callMutation('POST /v1/profile/tax-deduction/certificate', { returnsFailure: true }),
    onSuccess: () => renewTaxDeduction(queryClient),
    onError: ({ status }) => {
      if (status === null || status >= 500) return
      // A refusal is an answer, which its key would give again; what stands against it is shown anew.
      setKey(crypto.randomUUID())
      void renewTaxDeduction(queryClient)
    },
  })
  return (
    <div className="flex flex-col items-start gap-xs">
      <OwnButton
        variant="primary"
        busy={ask.isPending}
        onClick={() => ask.mutate({ body: { year, studentUuid }, idempotencyKey })}
      >
        {children}
      </OwnButton>
      {ask.error && (
        <p role="alert" className="text-sm text-ink-error">
          <Trans>Не удалось запросить справку.</Trans> <FailureWords error={ask.error} />
        </p>
      )}
    </div>
  )
}
