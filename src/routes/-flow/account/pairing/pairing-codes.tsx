import { Trans, useLingui } from '@lingui/react/macro'
import type { PairingCodeState } from '#contract/enumerations.ts'
import type { PairingCode } from '#contract/people/pairing.ts'
import { guardianPresetLabels } from '#src/i18n/person-labels.ts'
import { useDates } from '#src/i18n/use-dates.ts'
import { Badge } from '#src/ui/data/badge.tsx'
import { Button } from '#src/ui/forms/button.tsx'

type PairingCodesProps = {
  codes: readonly PairingCode[]
  disabled?: boolean
  /** The code that is being revoked. */
  busyId: string | null
  onRevoke: (id: string) => void
}

const tones = { open: 'info', used: 'success', expired: 'neutral', revoked: 'neutral' } as const satisfies Record<
  PairingCodeState,
  string
>

/** Codes of a child: who made each, what it gives, who has used it and when. */
export function PairingCodes({ codes, disabled = false, busyId, onRevoke }: PairingCodesProps) {
  const { t, i18n } = useLingui()
  const dates = useDates()
  const day = (instant: string) => dates.dayWithYear(dates.dayOf(instant))
  const states: Record<PairingCodeState, string> = {
    open: t`Действует`,
    used: t`Использован`,
    expired: t`Истёк`,
    revoked: t`Отозван`,
  }
  if (codes.length === 0) return null
  return (
    <ul className="divide-y divide-line-soft" aria-label={t`Коды`}>
      {codes.map(({ id, preset, state, madeBy, isBySchool, madeAt, expiresAt, usedBy, usedAt }) => (
        <li key={id} className="flex flex-wrap items-center justify-between gap-x-base gap-y-xxs py-xs">
          <div className="min-w-0">
            <p className="flex flex-wrap items-center gap-xs">
              {preset === null ? <Trans>Код для кабинета ребёнка</Trans> : <Trans>Код для родителя</Trans>}
              {preset !== null && <span className="text-ink-muted">{i18n._(guardianPresetLabels[preset])}</span>}
              <Badge tone={tones[state]}>{states[state]}</Badge>
            </p>
            <p className="text-sm text-ink-muted wrap-anywhere">
              {isBySchool ? (
                <Trans>Дала школа {day(madeAt)}.</Trans>
              ) : (
                <Trans>
                  Создан {day(madeAt)}: {madeBy}.
                </Trans>
              )}{' '}
              {usedAt !== null && (
                <Trans>
                  Использован {day(usedAt)}: {usedBy}.
                </Trans>
              )}
              {state === 'open' && <Trans>Действует до {dates.dateTime(expiresAt)}.</Trans>}
            </p>
          </div>
          {state === 'open' && (
            <Button size="small" disabled={disabled} busy={busyId === id} onClick={() => onRevoke(id)}>
              <Trans>Отозвать</Trans>
            </Button>
          )}
        </li>
      ))}
    </ul>
  )
}
