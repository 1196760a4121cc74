import { Trans, useLingui } from '@lingui/react/macro'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { calendar } from '#contract/limits.ts'
import type { Particulars } from '#contract/tax.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { fieldError } from '#src/api/failure.ts'
import { renewTaxDeduction } from '#src/api/tax.ts'
import { fullName } from '#src/i18n/person-words.ts'
import { FailureWords } from '#src/routes/-frame/failure-words.tsx'
import { FormDialog } from '#src/routes/-frame/form-dialog.tsx'
import { useMoment } from '#src/routes/-frame/use-moment.ts'
import { useTyped } from '#src/routes/-frame/use-typed.ts'
import { Field } from '#src/ui/field.tsx'
import { TextInput } from '#src/ui/text-input.tsx'

type ParticularsDialogProps = { person: Particulars; isOwn: boolean; onClose: () => void }

/** The tax number and the date of birth of oneself or of a child, as the certificate will have them. */
export function ParticularsDialog({ person, isOwn, onClose }: ParticularsDialogProps) {
  const { t } = useLingui()
  const queryClient = useQueryClient()
  const { today } = useMoment()
  const initial = { taxNumber: person.taxNumber ?? '', bornOn: person.bornOn ?? '' }
  const { text, type, forget } = useTyped(`particulars-${person.uuid}`, initial)
  const { taxNumber, bornOn } = text
  const [wasSubmitted, setSubmitted] = useState(false)
  const change = useMutation({
    ...callMutation('PATCH /v1/profile/tax-deduction/particulars', { returnsFailure: true }),
    onSuccess: () => renewTaxDeduction(queryClient),
  })
  const digits = taxNumber.replaceAll(/[\s-]/g, '')
  const isNumber = /^\d{12}$/.test(digits)
  const numberFault = wasSubmitted && !isNumber ? 'wrong-format' : fieldError(change.error, 'taxNumber')
  const dayFault = wasSubmitted && bornOn === '' ? 'required' : fieldError(change.error, 'bornOn')
  const typed = (part: Partial<typeof text>) => {
    type(part)
    setSubmitted(false)
    change.reset()
  }
  const submit = () => {
    setSubmitted(true)
    if (!isNumber || bornOn === '') return undefined
    return change.mutateAsync({ body: { userUuid: person.uuid, taxNumber: digits, bornOn } })
  }
  return (
    <FormDialog
      title={isOwn ? <Trans>Ваши данные для справки</Trans> : <Trans>Данные ученика для справки</Trans>}
      description={fullName(person)}
      submitLabel={<Trans>Сохранить</Trans>}
      isPending={change.isPending}
      failureTitle={<Trans>Не удалось сохранить</Trans>}
      failure={change.error && !numberFault && !dayFault && <FailureWords error={change.error} />}
      success="particularsSaved"
      onSubmit={submit}
      onClose={() => {
        forget()
        onClose()
      }}
    >
      <Field
        label={t`ИНН`}
        hint={t`12 цифр. Узнать ИНН можно в кабинете налоговой или на Госуслугах.`}
        error={
          numberFault &&
          (numberFault === 'wrong-format'
            ? t`В ИНН человека 12 цифр.`
            : t`Такого ИНН не бывает: в одной из цифр ошибка. Сверьте его с документом.`)
        }
      >
        <TextInput
          inputMode="numeric"
          autoComplete="off"
          maxLength={20}
          value={taxNumber}
          readOnly={change.isPending}
          onChange={({ currentTarget: { value } }) => typed({ taxNumber: value })}
        />
      </Field>
      <Field
        label={t`Дата рождения`}
        error={
          dayFault &&
          (dayFault === 'required'
            ? t`Укажите день, месяц и год.`
            : t`Проверьте год: родиться в этот день не мог никто из живущих.`)
        }
      >
        <TextInput
          type="date"
          autoComplete={isOwn ? 'bday' : 'off'}
          min={calendar.from}
          max={today}
          value={bornOn}
          readOnly={change.isPending}
          onChange={({ currentTarget: { value } }) => typed({ bornOn: value })}
        />
      </Field>
    </FormDialog>
  )
}
