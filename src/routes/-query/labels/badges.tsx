import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Plural, Trans, useLingui } from '@lingui/react/macro'
import { contractStatusAppearance } from '#src/domain/contract-status.ts'
import { contractStatusLabels } from '#src/i18n/contract-labels.ts'
import { labelOf } from '#src/i18n/labels.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Icon } from '#src/ui/icon.tsx'
import type { Tone } from '#src/ui/tone.ts'

/** Label and tone of a value of an enumeration. */
export type Label = { tone: Tone; text: MessageDescriptor }

/** For values that this release does not know. */
export const unknownLabel: Label = { tone: 'neutral', text: msg`неизвестно` }

export function LabelBadge({ label: { tone, text } }: { label: Label }) {
  const { i18n } = useLingui()
  return <Badge tone={tone}>{i18n._(text)}</Badge>
}

/** Status of a contract: icon and label. */
export function ContractStatusBadge({ status }: { status: string }) {
  const { i18n } = useLingui()
  const { tone, icon } = contractStatusAppearance(status)
  return (
    <Badge tone={tone} icon={<Icon name={icon} size={16} />}>
      {i18n._(labelOf(contractStatusLabels, status))}
    </Badge>
  )
}

/** Why a contract with a payment due is not concluded yet. */
export function FirstPaymentReason() {
  return (
    <span className="text-sm font-normal text-ink-muted">
      <Trans>ждёт первого платежа</Trans>
    </span>
  )
}

/** So many free places or fewer are pointed out. */
export const fewPlaces = 5

/** Free places of a group or course, or the length of the waiting list if it is full. */
export function PlacesBadge({ left, waiting = 0 }: { left: number; waiting?: number }) {
  if (left > 0) {
    const text = (
      <Plural
        value={left}
        one="Осталось # место"
        few="Осталось # места"
        many="Осталось # мест"
        other="Осталось # места"
      />
    )
    return left > fewPlaces ? (
      <span className="inline-flex text-sm text-ink-muted tabular-nums">{text}</span>
    ) : (
      <Badge tone={left <= 2 ? 'warning' : 'neutral'}>{text}</Badge>
    )
  }
  return <Badge>{waiting === 0 ? <Trans>Мест нет</Trans> : <Trans>Мест нет · ждут {waiting}</Trans>}</Badge>
}
