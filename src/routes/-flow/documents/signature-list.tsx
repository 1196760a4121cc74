import { Trans, useLingui } from '@lingui/react/macro'
import type { Signature } from '#contract/enrolment/signing.ts'
import { staffCapacity } from '#contract/enumerations.ts'
import { signatureMethodLabels } from '#src/i18n/contract-labels.ts'
import { labelOf, separator } from '#src/i18n/labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'

/** Who has signed a contract, when and how; then who has not yet. */
export function SignatureList({ signatures }: { signatures: readonly Signature[] }) {
  const { t } = useLingui()
  const hasSchool = signatures.some(({ side }) => side === 'school')
  return (
    <ol aria-label={t`Подписи`} className="flex flex-col gap-sm">
      {signatures.map((signature) => (
        <SignatureRow key={signature.side} signature={signature} />
      ))}
      {!hasSchool && (
        <li>
          <Trans>Школа ещё не подписала</Trans>
        </li>
      )}
    </ol>
  )
}

function SignatureRow({ signature: { side, person, capacity, method, at } }: { signature: Signature }) {
  const { i18n } = useLingui()
  const dates = useDates()
  const time = <time dateTime={at}>{dates.dateTime(at)}</time>
  return (
    <li>
      <p className="font-medium">
        {side === 'customer' ? <Trans>Подписал заказчик: {person}</Trans> : <Trans>Подписала школа: {person}</Trans>}
      </p>
      <p className="text-sm text-ink-muted">
        {time}
        {separator}
        <Trans>простая электронная подпись, {i18n._(labelOf(signatureMethodLabels, method))}</Trans>
        {capacity && (
          <>
            {separator}
            {capacity === staffCapacity ? <Trans>по поручению школы</Trans> : <span lang="ru">{capacity}</span>}
          </>
        )}
      </p>
    </li>
  )
}
