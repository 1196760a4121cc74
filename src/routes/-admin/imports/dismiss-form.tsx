import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import { reasonLength } from '#contract/limits.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { TextArea } from '#src/ui/forms/inputs.tsx'

const { min, max } = reasonLength

/** Why money is not to be booked to a contract. */
export function DismissForm({ line: { id } }: { line: BankLine }) {
  const { t } = useLingui()
  const [reason, setReason] = useState('')
  const [isTried, setTried] = useState(false)
  const dismiss = usePressMutation(callMutation('POST /v1/admin/bank-line/{id}/dismiss', { handlesError: true }))
  const isShort = reason.trim().length < min
  return (
    <form
      noValidate
      className="flex max-w-text flex-col items-start gap-xs py-xs"
      onSubmit={(event) => {
        event.preventDefault()
        setTried(true)
        if (!isShort) dismiss.mutate({ params: { id }, body: { reason } })
      }}
    >
      <div className="w-full">
        <Field label={t`Почему он не наш`} error={isTried && isShort && t`Напишите хотя бы ${min} символов.`}>
          <TextArea
            rows={2}
            required
            maxLength={max}
            value={reason}
            readOnly={dismiss.isPending}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
      </div>
      <Button type="submit" size="small" busy={dismiss.isPending}>
        <Trans>Отметить как не наш</Trans>
      </Button>
      <CallError error={dismiss.error} />
    </form>
  )
}
