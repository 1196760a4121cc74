import { Trans, useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import type { BankLine } from '#contract/billing/bank-lines.ts'
import { reasonLength } from '#contract/limits.ts'
import { callMutation } from '#src/api/call-mutation.ts'
import { kopecksOf, typedSum } from '#src/domain/billing/typed-sum.ts'
import { separator } from '#src/i18n/labels.ts'
import { formatMoney } from '#src/i18n/numbers.ts'
import { CallError } from '#src/routes/-query/error-message.tsx'
import { usePressMutation } from '#src/routes/-query/use-press-mutation.ts'
import { Disclosure } from '#src/ui/data/disclosure.tsx'
import { Button } from '#src/ui/forms/button.tsx'
import { Field } from '#src/ui/forms/form.tsx'
import { IconButton } from '#src/ui/forms/icon-button.tsx'
import { TextArea, TextInput } from '#src/ui/forms/inputs.tsx'
import { passFocusUp } from '#src/ui/removed-focus.ts'
import { VisuallyHidden } from '#src/ui/visually-hidden.tsx'
import { ContractPicker, ContractRow } from './contract-picker.tsx'

const { min, max } = reasonLength

type ChosenContract = { contractUuid: string; number: string; student: { name: string } }
/** What the form begins with. */
export type Division = { parts: readonly (ChosenContract & { amount: number })[]; reason: string }
/** `sum`: as it is typed. */
type TypedPart = ChosenContract & { sum: string }

type SplitFormProps = { line: BankLine; division: Division; onCancel: () => void }

/** Divides money of the bank between contracts; the parts must add up to it. */
export function SplitForm({ line, division, onCancel }: SplitFormProps) {
  const { t, i18n } = useLingui()
  const [parts, setParts] = useState<readonly TypedPart[]>(() =>
    division.parts.map(({ amount, ...contract }) => ({ ...contract, sum: typedSum(amount) })),
  )
  const [reason, setReason] = useState(division.reason)
  const [isTried, setTried] = useState(false)
  const split = usePressMutation(callMutation('POST /v1/admin/bank-line/{id}/split', { handlesError: true }))
  const left = line.amount - parts.reduce((sum, part) => sum + (kopecksOf(part.sum) ?? 0), 0)
  const isShort = reason.trim().length < min
  const areSums = parts.every((part) => (kopecksOf(part.sum) ?? 0) > 0)
  const change = (changed: readonly TypedPart[]) => {
    setParts(changed)
    // The proposed reason is true of the proposed parts only.
    if (reason === division.reason) setReason('')
  }
  const setSum = (contractUuid: string, sum: string) =>
    change(parts.map((part) => (part.contractUuid === contractUuid ? { ...part, sum } : part)))
  const add = (contract: ChosenContract, most = line.amount) =>
    change([...parts, { ...contract, sum: left > 0 ? typedSum(Math.min(left, most)) : '' }])
  const isChosen = (uuid: string) => parts.some(({ contractUuid }) => contractUuid === uuid)
  const addButton = (contract: ChosenContract, most?: number) => (
    <Button ref={passFocusUp} size="small" onClick={() => add(contract, most)}>
      <span>
        <Trans>Добавить</Trans>
        <VisuallyHidden>: {contract.number}</VisuallyHidden>
      </span>
    </Button>
  )
  const others = line.proposals.filter((proposal) => proposal.left > 0 && !isChosen(proposal.contractUuid))
  const name = t`Разделить ${formatMoney(line.amount, i18n.locale)} между договорами`
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset would need a visible name
    <div
      ref={passFocusUp}
      role="group"
      tabIndex={-1}
      aria-label={name}
      className="flex max-w-text flex-col items-start gap-sm focus-visible:outline-none"
    >
      {parts.length > 0 && (
        <ul className="flex w-full flex-col gap-sm">
          {parts.map((part) => (
            <PartRow
              key={part.contractUuid}
              part={part}
              isTried={isTried}
              isLocked={split.isPending}
              onSum={(sum) => setSum(part.contractUuid, sum)}
              onRemove={() => change(parts.filter((one) => one !== part))}
            />
          ))}
        </ul>
      )}
      <p role="status" className={isTried && left !== 0 ? 'text-ink-error' : 'text-ink-muted'}>
        <Balance left={left} isTried={isTried && parts.length < 2} />
      </p>
      {others.length > 0 && (
        <ul className="flex w-full flex-col gap-xs">
          {others.map((proposal) => (
            <ContractRow key={proposal.contractUuid} contract={proposal}>
              {addButton(proposal, proposal.left)}
            </ContractRow>
          ))}
        </ul>
      )}
      <div className="w-full">
        <Disclosure summary={<Trans>Найти договор</Trans>}>
          <ContractPicker>
            {({ uuid, ...contract }) =>
              isChosen(uuid) ? (
                <p className="text-sm text-ink-muted">
                  <Trans>Добавлен</Trans>
                </p>
              ) : (
                addButton({ ...contract, contractUuid: uuid })
              )
            }
          </ContractPicker>
        </Disclosure>
      </div>
      {/* Not around the search: Enter there would book the money. */}
      <form
        noValidate
        className="flex w-full flex-col gap-sm"
        onSubmit={(event) => {
          event.preventDefault()
          setTried(true)
          if (left !== 0 || parts.length < 2 || !areSums || isShort) return
          const body = parts.map(({ contractUuid, sum }) => ({ contractUuid, amount: kopecksOf(sum) ?? 0 }))
          split.mutate({ params: { id: line.id }, body: { parts: body, reason } })
        }}
      >
        <Field
          label={t`Почему он делится так`}
          hint={t`Останется в журнале.`}
          error={isTried && isShort && t`Напишите хотя бы ${min} символов.`}
        >
          <TextArea
            rows={2}
            required
            maxLength={max}
            value={reason}
            readOnly={split.isPending}
            onChange={({ target }) => setReason(target.value)}
          />
        </Field>
        <div className="flex flex-wrap items-center gap-xs">
          <Button type="submit" size="small" busy={split.isPending}>
            <Trans>Зачислить частями</Trans>
          </Button>
          <Button size="small" variant="quiet" disabled={split.isPending} onClick={onCancel}>
            <Trans>Не делить</Trans>
          </Button>
          <CallError error={split.error}>
            <Trans>Не зачислено: часть больше остатка по договору, или платёж уже разобрали.</Trans>
          </CallError>
        </div>
      </form>
    </div>
  )
}

type PartRowProps = {
  part: TypedPart
  isTried: boolean
  isLocked: boolean
  onSum: (sum: string) => void
  onRemove: () => void
}

function PartRow({ part: { number, student, sum }, isTried, isLocked, onSum, onRemove }: PartRowProps) {
  const { t } = useLingui()
  const isWrong = !((kopecksOf(sum) ?? 0) > 0)
  return (
    <li ref={passFocusUp} className="flex items-start gap-xs">
      <div className="min-w-0 grow">
        <Field
          label={`${number}${separator}${student.name}`}
          error={isTried && isWrong && t`Напишите сумму цифрами, например 1500 или 1500,50.`}
        >
          <TextInput
            required
            inputMode="decimal"
            autoComplete="off"
            after="₽"
            value={sum}
            readOnly={isLocked}
            onChange={({ target }) => onSum(target.value)}
          />
        </Field>
      </div>
      <span className="pt-lg">
        <IconButton icon="close" label={t`Убрать договор ${number}`} disabled={isLocked} onClick={onRemove} />
      </span>
    </li>
  )
}

/** How much of the money has no contract yet. */
function Balance({ left, isTried }: { left: number; isTried: boolean }) {
  const { i18n } = useLingui()
  const sum = formatMoney(Math.abs(left), i18n.locale)
  if (left > 0) return <Trans>Осталось распределить {sum}</Trans>
  if (left < 0) return <Trans>Сумма частей больше платежа на {sum}</Trans>
  if (isTried) return <Trans>Выберите хотя бы два договора.</Trans>
  return <Trans>Распределён весь платёж</Trans>
}
